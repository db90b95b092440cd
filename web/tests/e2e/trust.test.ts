// Nothing that was played is lost, nobody is kept waiting, and what the page says agrees with itself.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { moveCount, start, turns } from "./moves.ts";
import { open, site, square, tab } from "./site.ts";
import { opponentOf } from "../../src/lib/opponents.ts";

const sergeant = `Sergeant, level 3 (${opponentOf(3)?.elo.raid})`;

const game = "#g=wargame&b=Smolensk&m=a5.c6.b6.d5.a6.c5.b5.a3.b3.a2.b2.b1&p=human~engine:level=3";
const moves = (page: Page) => page.evaluate(() => /[&#]m=([^&]*)/.exec(location.hash)?.[1]?.split(".") ?? []);
const playable = '[role=gridcell][aria-label*="can be played"]';

describe("the computer answers", () => {
  test.each([300, 1500])("a move that was made while the analysis had run for %i ms", async (ms) => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&p=human~engine:level=3");
    await tab(page, "Analyse");
    await page.waitForTimeout(ms);
    await page.locator(playable).first().click();
    await moveCount(page, 2);
    await page.locator(playable).first().click();
    await moveCount(page, 4);
    expect(troubles).toEqual([]);
    await close();
  });

  test("also to another computer, while somebody looks at the analysis", async () => {
    const { page, close } = await open("#g=wargame&b=random:7:4x4&p=engine:level=2~engine:level=1");
    await tab(page, "Analyse");
    await moveCount(page, 6);
    await close();
  });

  test("while the visitor looks back, and its clock is not held against it", async () => {
    const { page, close } = await open("");
    await start(page, async (dialog) => {
      await dialog.getByLabel("Clock").selectOption({ label: "1 min" });
      await dialog.getByLabel("Blue is played by").selectOption("human");
      await dialog.getByLabel("Green is played by").selectOption({ label: sergeant });
    });
    await turns(page, () => page.locator(playable).first().click(), 1);
    await page.locator(playable).first().click();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("button", { name: /^Move 4, / }).waitFor();
    // The computer has moved, so it is the person's clock that runs now.
    await page.locator(".side.first .clock.running").waitFor();
    await close();
  });

  test("and plays what was asked for meanwhile", async () => {
    // The greedy player takes the largest square, never the one that is asked for here.
    const { page, close } = await open("#g=wargame&b=Smolensk&p=human~greedy");
    await square(page, "a1").click();
    await square(page, "f6").click();
    await moveCount(page, 4);
    expect((await moves(page))[2]).toBe("f6");
    await close();
  });
});

describe("two things at once", () => {
  test("a new game begins while the last one is reviewed, its tab is left while the computer thinks, and a reload comes in between", async () => {
    const over = "m=a1.b1.c1.d1.a2.b2.c2.d2.a3.b3.c3.d3.a4.b4.c4.d4";
    const { page, troubles, close } = await open(`#g=wargame&b=random:7:4x4&${over}&p=human~human&t=analyse`);
    await page.getByText(/Looking at position/).or(page.getByText(/% accurate/)).first().waitFor();
    await tab(page, "Play");
    await start(page, async (dialog) => {
      await dialog.getByText("War Game").click();
      await dialog.getByLabel("Blue is played by").selectOption("human");
      await dialog.getByLabel("Green is played by").selectOption({ label: sergeant });
    });
    await page.locator(playable).first().click();
    for (const name of ["Analyse", "Learn", "Puzzles", "Games", "Play"]) await tab(page, name);
    await moveCount(page, 2);
    await page.locator(playable).first().click();
    await page.reload();
    await page.getByRole("grid").waitFor();
    // What was there before the reload is there again; the computer goes on by itself or when it is told to.
    const going = page.getByRole("button", { name: "Continue" });
    await going.or(page.locator(playable).first()).first().waitFor();
    if (await going.isVisible()) await going.click();
    await moveCount(page, 4);
    await tab(page, "Games");
    // The game of the link was looked at and not played: it is not kept.
    await expect.poll(() => page.locator(".list .game").count()).toBe(1);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("a move", () => {
  test("counts from the moment it is pressed, even if the page is reloaded before anybody could answer", async () => {
    const { page, troubles, close } = await open("");
    await start(page, async (dialog) => {
      await dialog.getByText("War Game").click();
      await dialog.getByLabel("Blue is played by").selectOption("human");
      await dialog.getByLabel("Green is played by").selectOption("human");
    });
    await page.locator(playable).first().click();
    await moveCount(page, 1);
    // What comes next is asked of the page that was loaded again: the one that goes away shows the same for a moment.
    const loaded = page.waitForEvent("load");
    await page.locator(playable).last().evaluate((cell) => {
      (cell as unknown as { dispatchEvent(event: Event): void }).dispatchEvent(new MouseEvent("click", { bubbles: true }));
      location.reload();
    });
    await loaded;
    await moveCount(page, 2);
    await expect.poll(() => page.locator(playable).count()).toBe(34);
    // A move that was taken back does not come back, even if the page is reloaded at once.
    const again = page.waitForEvent("load");
    await page.evaluate(() => {
      window.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true }));
      location.reload();
    });
    await again;
    await expect.poll(() => page.locator(playable).count()).toBe(35);
    await page.reload();
    await page.locator(playable).first().waitFor();
    expect(await page.locator(playable).count()).toBe(35);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("a move made while looking back", () => {
  test.each(["Play", "Analyse"])("is a try beside the game, on %s", async (where) => {
    const { page, troubles, close } = await open(`${game}&n=3`);
    await tab(page, where);
    await square(page, "f1").click();
    await page.getByRole("button", { name: "Move 4, f1" }).waitFor();
    await page.getByRole("button", { name: "Move 12, b1" }).waitFor();
    await page.getByRole("button", { name: "Back to the game" }).first().click();
    await page.waitForFunction(() => document.querySelector(".status .last")?.textContent?.includes("12 · b1"));
    await expect.poll(() => moves(page)).toHaveLength(12);
    // The try is still there, after a reload too.
    await page.reload();
    await page.getByRole("button", { name: "Move 4, f1" }).click();
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.getByRole("button", { name: "Move 5, " }).first().waitFor();
    await page.getByRole("button", { name: "Move 12, b1" }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("nothing is lost", () => {
  test("by a reload: clock, orientation and tab are as they were", async () => {
    const { page, troubles, close } = await open("");
    await start(page, async (dialog) => {
      await dialog.getByLabel("Clock").selectOption({ label: "3 min + 2 s" });
      await dialog.getByLabel("Green is played by").selectOption("human");
    });
    await square(page, "a1").click();
    await square(page, "b1").click();
    await page.locator("h1").click();
    await page.keyboard.press("f");
    await tab(page, "Analyse");
    await page.reload();
    await page.getByRole("tab", { name: "Analyse", selected: true }).waitFor();
    await square(page, "b1").and(page.locator("[aria-label*=Green]")).waitFor();
    await expect.poll(() => page.locator("[role=gridcell]").first().getAttribute("data-square")).toBe("f6");
    await expect.poll(() => page.locator(".clock").allTextContents()).toEqual([expect.stringMatching(/^(2:5|3:0)\d$/), expect.stringMatching(/^(2:5|3:0)\d$/)]);
    await page.getByRole("button", { name: "Continue" }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test("by opening the bare address, and by a new game; Back finds the old one", async () => {
    const { page, troubles, close } = await open("#g=squirrels&b=Kalamazoo&p=human~human");
    await square(page, "a1").click();
    await square(page, "e5").click();
    await moveCount(page, 2);
    await page.goto("about:blank");
    await page.goto(site.served.url);
    await square(page, "e5").and(page.locator('[aria-label^="e5, O"]')).waitFor();
    await start(page, async (dialog) => {
      await dialog.getByText("War Game").click();
    });
    await square(page, "f6").waitFor();
    await page.getByText("The game before is kept").waitFor();
    await tab(page, "Games");
    await page.goBack();
    await page.getByRole("tab", { name: "Play", selected: true }).waitFor();
    await page.goBack();
    await square(page, "e5").and(page.locator('[aria-label^="e5, O"]')).waitFor();
    await page.goForward();
    await square(page, "f6").waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test("by Back: it leads from the first page to the game, and from a game to the first page", async () => {
    const { page, troubles, close } = await open("", { landing: true });
    const landing = page.getByRole("button", { name: "Play Ataxx", exact: true });
    await page.getByRole("button", { name: "Play Squirrels", exact: true }).click();
    await square(page, "e5").click();
    await page.waitForFunction(() => /g=squirrels.*m=e5\.\w/.test(location.hash));
    await page.getByRole("button", { name: "Foray: all games" }).click();
    await landing.waitFor();
    await page.reload();
    await landing.waitFor();
    await page.goBack();
    await square(page, "e5").and(page.locator('[aria-label^="e5, X"]')).waitFor();
    await page.goBack();
    await landing.waitFor();
    await page.goForward();
    await square(page, "e5").and(page.locator('[aria-label^="e5, X"]')).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test("in the library: games are listed, opened, removed and brought back", async () => {
    const { page, troubles, close } = await open("#g=squirrels&b=Kalamazoo&p=human~human");
    await square(page, "a1").click();
    await moveCount(page, 1);
    await start(page, async (dialog) => {
      await dialog.getByText("War Game").click();
      await dialog.getByLabel("Green is played by").selectOption("human");
    });
    await square(page, "c3").click();
    await moveCount(page, 1);
    await tab(page, "Games");
    const list = page.locator(".list .game");
    await page.waitForFunction(() => document.querySelectorAll(".list .game").length === 2);
    await page.getByRole("button", { name: "Remove Squirrels" }).click();
    await expect.poll(() => list.count()).toBe(1);
    await page.getByRole("button", { name: "Bring back" }).click();
    await list.filter({ hasText: "Squirrels" }).click();
    await square(page, "a1").and(page.locator('[aria-label^="a1, X"]')).waitFor();
    await tab(page, "Games");
    await page.getByLabel("Game", { exact: true }).selectOption("wargame");
    await expect.poll(() => list.count()).toBe(1);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("one truth", () => {
  test("bar, lines, heat map, curve and the exact result agree", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=random:7:5x5&m=a1.e5.a5.e1.c3.b3.d3.c2.c4&p=human~human&t=analyse");
    await page.getByLabel("Heat map").check();
    const exact = (await page.getByText(/wins by \d+ with best play/).textContent()) ?? "";
    const [, winner, by] = /(\w+) wins by (\d+)/.exec(exact) ?? [];
    const value = Number(by) * (winner === "Blue" ? 1 : -1);
    const signed = `${value > 0 ? "+" : "−"}${Math.abs(value)}`;
    await page.waitForFunction(() => document.querySelectorAll(".heat-text").length === 16);
    await expect.poll(() => page.locator(".lines strong").first().textContent()).toBe(`${signed}!`);
    await expect.poll(() => page.getByRole("meter").getAttribute("aria-valuetext")).toBe(`${winner} +${by}, proved`);
    await expect.poll(() => page.locator(".heat-text").allTextContents()).toContain(signed);
    await expect.poll(() => page.getByRole("slider", { name: "Evaluation over the game" }).getAttribute("aria-valuetext")).toContain(signed);
    // The other point of view turns the values round, and says so.
    await page.getByLabel("Values for").selectOption({ label: "the side to move" });
    await expect.poll(() => page.locator(".lines strong").first().textContent()).toBe(`${value > 0 ? "−" : "+"}${Math.abs(value)}!`);
    expect(troubles).toEqual([]);
    await close();
  });

  test("a line can be looked at and followed without touching the game", async () => {
    const { page, close } = await open("#g=wargame&b=random:7:4x4&m=a1.d4.a4.d1&p=human~human&t=analyse");
    await page.getByText(/with best play/).waitFor();
    const second = page.locator(".lines li").first().locator("button").nth(1);
    const name = (await second.textContent()) ?? "";
    await second.hover();
    await page.waitForFunction((text) => document.querySelector("svg .just") !== null && text !== "", name);
    await second.click();
    await page.getByRole("button", { name: `Move 6, ${name}` }).waitFor();
    await page.getByRole("button", { name: "Back to the game" }).first().click();
    await moveCount(page, 4);
    await close();
  });

  test("the score beside the board is that of what is shown", async () => {
    const { page, close } = await open("#g=wargame&b=1_2/3_4&p=human~human&t=analyse");
    await page.getByRole("button", { name: "Edit position" }).click();
    await square(page, "b2").click();
    await expect.poll(() => page.locator(".score").allTextContents()).toEqual(["4", "0"]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await tab(page, "Learn");
    await page.getByLabel("Search", { exact: true }).selectOption("minimax");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByLabel("Step forward").click();
    await page.locator(".status", { hasText: "The search looks at A1" }).waitFor();
    await page.waitForFunction(() => document.querySelector(".score")?.textContent === "1");
    // Another choice for the next search does not change what this one was.
    await page.getByLabel("Search", { exact: true }).selectOption("alphabeta");
    await expect.poll(() => page.locator(".bounds").textContent()).not.toContain("alpha");
    await close();
  });

  test("a bad link is not what is copied", async () => {
    const { page, close } = await open(game, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.evaluate(() => (location.hash = "#g=wargame&b=Smolensk&m=a5.a5"));
    await page.getByRole("alert").filter({ hasText: "move 2" }).waitFor();
    await tab(page, "Games");
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Link copied.").waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("m=a5.c6.b6");
    await close();
  });

  test.each([
    ["hello", "this is no game"],
    ["1. a1 b2 *", "without tags"],
  ])("what is no game is called so: %s", async (text, why) => {
    const { page, close } = await open(game);
    await tab(page, "Games");
    await page.getByRole("textbox", { name: "Paste a game" }).fill(text);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("alert").filter({ hasText: why }).waitFor();
    await close();
  });

  test("a file of several games asks which", async () => {
    const { page, close } = await open("");
    await tab(page, "Games");
    const one = (move: string) => `[Variant "squirrels"]\n[Values "1 2/3 4"]\n[Black "Ann"]\n[White "Bo"]\n[Result "*"]\n\n1. ${move} *\n\n`;
    await page.getByRole("textbox", { name: "Paste a game" }).fill(one("a1").replaceAll("1 2/3 4", "1 2 3 4 5/1 2 3 4 5/1 2 3 4 5/1 2 3 4 5/1 2 3 4 5") + one("b2").replaceAll("1 2/3 4", "1 2 3 4 5/1 2 3 4 5/1 2 3 4 5/1 2 3 4 5/1 2 3 4 5"));
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("list", { name: "The file holds 2 games: which one?" }).getByRole("button").nth(1).click();
    await page.waitForFunction(() => /m=b2/.test(location.hash));
    await close();
  });
});

describe("hands", () => {
  test("after a press on the board the arrows go through the game", async () => {
    const { page, close } = await open("#g=wargame&b=Smolensk&p=human~human");
    await square(page, "a1").click();
    await square(page, "c3").click();
    await moveCount(page, 2);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => /&n=1$/.test(location.hash));
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => !/&n=/.test(location.hash));
    await close();
  });

  test("Stake & Raid asks only where it matters, and shows what each choice would do", async () => {
    // Beside a1 nothing can be captured; c2 is beside an own piece and one of the other side.
    const { page, close } = await open("#g=stakeraid&b=4x4&s=4/1x2/2o1/4_x_2&p=human~human");
    await square(page, "b1").click();
    await moveCount(page, 1);
    await expect.poll(() => page.getByRole("group", { name: "Which move?" }).count()).toBe(0);
    await page.keyboard.press("u");
    await page.waitForFunction(() => /&n=0$/.test(location.hash));
    await square(page, "c2").click();
    const question = page.getByRole("group", { name: "Which move?" });
    await question.getByRole("button", { name: "Stake" }).hover();
    await expect.poll(() => page.locator("svg .turned").count()).toBe(0);
    await question.getByRole("button", { name: "Raid" }).hover();
    await expect.poll(() => page.locator("svg .turned").count()).toBe(1);
    const [menu, target, taken] = await Promise.all([question.boundingBox(), square(page, "c2").boundingBox(), square(page, "c3").boundingBox()]);
    for (const box of [target, taken]) {
      if (!menu || !box) throw new Error("nothing to measure");
      const apart = menu.x >= box.x + box.width || box.x >= menu.x + menu.width || menu.y >= box.y + box.height || box.y >= menu.y + menu.height;
      expect(apart).toBe(true);
    }
    await close();
  });

  test("Ataxx clones without a question, and pieces can be dragged", async () => {
    const { page, troubles, close } = await open("#g=ataxx&p=human~human");
    await square(page, "b6").click();
    await moveCount(page, 1);
    await expect.poll(() => moves(page)).toEqual(["b6"]);
    const [from, to] = await Promise.all([square(page, "g7").boundingBox(), square(page, "e7").boundingBox()]);
    if (!from || !to) throw new Error("no board");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await page.mouse.up();
    await moveCount(page, 2);
    await expect.poll(() => moves(page)).toEqual(["b6", "g7e7"]);
    expect(troubles).toEqual([]);
    await close();
  });

  test("the focus stays where one is, and hints, scores and resignations are spoken", async () => {
    const { page, close } = await open("#g=wargame&b=Smolensk&p=human~human");
    const spoken = page.getByTestId("spoken");
    await square(page, "a1").click();
    await page.waitForFunction(() => document.querySelector("[data-testid=spoken]")?.textContent?.includes("Blue 66, Green 0"));
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForFunction(() => document.querySelector("[data-testid=spoken]")?.textContent?.startsWith("Hint: "));
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("group", { name: "Resign this game?" }).getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Rematch" }).and(page.locator(":focus")).waitFor();
    await expect.poll(() => spoken.textContent()).toBe("Green resigns. Blue wins.");
    await start(page, async () => {});
    await page.locator("[role=gridcell]:focus").waitFor();
    await close();
  });
});
