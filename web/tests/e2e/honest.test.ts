// What the page says of a game is so, and it says it where it is read: colours, reviews, players, files, lessons and the browser's Back.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { inFirefox, phone } from "./browser.ts";
import { moveCount, start } from "./moves.ts";
import { open, square, tab } from "./site.ts";

const playable = '[role=gridcell][aria-label*="can be played"]';
const grades = (page: Page) => page.locator("section.moves .list button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
const reviewed = (page: Page) => page.getByText(/% accurate/).first().waitFor();

/** How much of what is drawn on a canvas is of each colour that covers a thousandth of it. */
const palette = (page: Page, selector: string) =>
  page.locator(selector).first().evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
    const counts = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) < 255) continue;
      const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return Object.fromEntries([...counts].filter(([, count]) => count > data.length / 4 / 1000));
  });

describe("colours", () => {
  const link = "#g=wargame&b=Smolensk&p=human~human&t=learn&l=alphabeta&k=12";
  test.skipIf(inFirefox)("of search trees and curves are the same with reduced motion", async () => {
    const drawn = async (reducedMotion: "reduce" | "no-preference") => {
      const { page, troubles, close } = await open(link, { reducedMotion });
      await page.getByRole("application").nth(1).waitFor();
      await page.waitForTimeout(300);
      const tree = await palette(page, "[role=application] canvas, canvas[role=application]");
      expect(troubles).toEqual([]);
      await close();
      return tree;
    };
    expect(await drawn("reduce")).toEqual(await drawn("no-preference"));
  });

  test("of a tree leave its labels readable", async () => {
    const { page, close } = await open(link);
    await page.getByRole("application").nth(1).waitFor();
    await page.waitForTimeout(300);
    // A label is ink on paper: nothing but paper covers much of the picture.
    const ink = await page.evaluate(() => getComputedStyle(document.body).color.match(/\d+/g)?.slice(0, 3).join(",") ?? "");
    const colours = await palette(page, "[role=application] canvas, canvas[role=application]");
    const all = Object.values(colours).reduce((sum, count) => sum + count, 0);
    expect((colours[ink] ?? 0) / all).toBeLessThan(0.1);
    expect(Object.keys(colours).length).toBeGreaterThan(1);
    await close();
  });
});

describe("a review", () => {
  test("calls no winning move a blunder", async () => {
    const { page, troubles, close } = await open("#g=ataxx&s=x6/7/7/3o3/7/7/7_o_0_1&m=d4c6.b6&p=human~human&t=analyse");
    await reviewed(page);
    expect((await grades(page)).at(-1)).toBe("Move 2, b6");
    expect(troubles).toEqual([]);
    await close();
  });

  test("compares proofs with proofs, and a try does not show the answer beside it", async () => {
    const moves = "a1.d2.c5.c1.b1.d1.a3.e1.e5.b2.a2.c2.b3.c3.c4.d3.d4.b4.a4.e3.e2.e4.d5.a5.b5";
    const { page, troubles, close } = await open(`#g=wargame&b=Peoria&m=${moves}&p=human~human&t=analyse`);
    await reviewed(page);
    const said = await grades(page);
    expect(said[9]).toBe("Move 10, b2");
    expect(said[7]).toBe("Move 8, e1, blunder");
    // The exercise: the position before the blunder, and no line, bar or mark that would tell.
    await page.getByRole("button", { name: /8 · e1/ }).click();
    await page.getByText("Green played e1 here. What is better?").waitFor();
    await page.waitForTimeout(1500);
    expect(await page.locator("svg g.rank, .lines, [role=meter]").count()).toBe(0);
    expect(await page.locator("#panel").textContent()).not.toContain("e3");
    await square(page, "e1").click();
    await page.getByText("Not e1.").waitFor();
    await page.getByText("gives away 198: that is proved").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText("It goes to e3.").waitFor();
    await square(page, "e3").click();
    await page.getByText("Yes, e3.").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".lines").waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test("of heat says which values are estimates", async () => {
    const { page, close } = await open("#g=wargame&b=Smolensk&m=a5.c6&p=human~human&t=analyse");
    await page.getByLabel("Heat map").check();
    await expect.poll(() => page.locator(".heat-text").first().textContent()).toMatch(/^≈/);
    await close();
  });
});

describe("players", () => {
  test("are offered where they can play the board", async () => {
    const { page, close } = await open("#g=wargame&b=Smolensk&p=human~human");
    await page.getByRole("button", { name: "New game" }).click();
    const green = page.getByRole("dialog").getByLabel("Green is played by");
    await expect.poll(() => green.locator("option", { hasText: "Mirror" }).count()).toBe(0);
    await page.getByRole("dialog").getByText("Keren", { exact: true }).click();
    await expect.poll(() => green.locator("option", { hasText: "Mirror" }).count()).toBe(1);
    expect(await green.locator("option").allTextContents()).not.toContain("report-mm");
    await close();
  });

  test("that there are not, or that cannot play, are persons in a link, and the page says so", async () => {
    const { page, close } = await open("#g=wargame&b=Smolensk&p=human~evil:1");
    await page.getByRole("alert").filter({ hasText: "unknown player" }).waitFor();
    await page.locator(".player").filter({ hasText: "You" }).nth(1).waitFor();
    await close();
  });

  test("are the same in the next game", async () => {
    const { page, close } = await open("");
    await start(page, async (dialog) => void (await dialog.getByLabel("Green is played by").selectOption("random")));
    await page.getByRole("button", { name: "Foray: all games" }).click();
    await page.getByRole("button", { name: "Play Squirrels", exact: true }).click();
    await page.locator(".player", { hasText: "Kitten" }).waitFor();
    await close();
  });

  test("think for those who look into the game, not in the middle of it", async () => {
    const { page, close } = await open("#g=wargame&b=Smolensk&p=human~engine:level=1");
    await page.locator(playable).first().click();
    await moveCount(page, 2);
    expect(await page.locator(".said").textContent()).toBe("");
    await close();
  });
});

describe("a file", () => {
  const game = (event: string, black: string, move: string) =>
    `[Event "${event}"]\n[Date "2024.03.05"]\n[Variant "squirrels"]\n[Values "1 2 3 4 5/1 2 3 4 5/1 2 3 4 5/1 2 3 4 5/1 2 3 4 5"]\n[Black "${black}"]\n[White "Bo"]\n[Result "*"]\n\n1. ${move} *\n\n`;
  test("keeps names, date and event, and all of its games", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&p=human~human");
    await tab(page, "Games");
    await page.getByRole("textbox", { name: "Paste a game" }).fill(game("Club night", "Ann", "a1") + game("Club night", "Cy", "b2"));
    await page.getByRole("button", { name: "Open", exact: true }).click();
    const list = page.locator("ul.list .game");
    await expect.poll(() => list.count()).toBe(2);
    await list.filter({ hasText: "Ann – Bo" }).filter({ hasText: "Club night" }).filter({ hasText: "2024" }).waitFor();
    await list.filter({ hasText: "Cy – Bo" }).click();
    await page.locator(".player", { hasText: "Cy" }).waitFor();
    await page.reload();
    await page.locator(".player", { hasText: "Cy" }).waitFor();
    await tab(page, "Games");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "PGN", exact: true }).click();
    const text = await (await saved).path().then((path) => readFileSync(path, "utf8"));
    for (const line of ['[Event "Club night"]', '[Black "Cy"]', '[White "Bo"]', '[Date "2024.03.05"]']) expect(text).toContain(line);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("Back", () => {
  test("closes a guide, a dialog and a lesson, and stays on the site", async () => {
    const { page, troubles, close } = await open("", { ...phone, landing: true });
    await page.getByRole("button", { name: "Learn War Game in a minute" }).click();
    await page.getByText("step 1 of 3").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Play War Game", exact: true }).click();
    await page.locator(playable).first().waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // Closed by hand it leaves no entry behind.
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await tab(page, "Learn");
    await page.getByRole("button", { name: "Minimax by hand" }).click();
    await page.getByRole("button", { name: "Begin" }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Minimax by hand" }).waitFor();
    await page.goBack();
    await page.getByRole("tab", { name: "Play", selected: true }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Play War Game", exact: true }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test("after a new game leads to the game before, not to the dialog", async () => {
    const { page, close } = await open("#g=squirrels&b=Kalamazoo&p=human~human");
    await square(page, "a1").click();
    await moveCount(page, 1);
    await start(page, async (dialog) => void (await dialog.getByText("War Game").click()));
    await square(page, "f6").waitFor();
    await page.goBack();
    await square(page, "a1").and(page.locator('[aria-label^="a1, X"]')).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await close();
  });
});

describe("a lesson", () => {
  test("waits until its intro was read", async () => {
    const { page, close } = await open("#g=wargame&b=Smolensk&p=human~human&t=learn");
    await page.getByRole("button", { name: "Minimax by hand" }).click();
    await page.getByText("Blue (Max) is to move").waitFor();
    await page.waitForTimeout(1500);
    await page.getByText("Blue (Max) is to move").waitFor();
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByRole("group", { name: "Predict" }).waitFor();
    await close();
  });
});

describe("a puzzle", () => {
  test("names its game, refutes a wrong try, shows the solution, and can be chosen", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&p=human~human&t=puzzles");
    await page.getByLabel("Game", { exact: true }).selectOption({ label: "Stake & Raid" });
    await page.getByLabel("Difficulty").selectOption({ label: "Easy" });
    await page.getByText("you may raid or not").waitFor();
    await page.getByRole("button", { name: "Show the solution" }).click();
    const solution = /(\S+) is the move/.exec((await page.locator(".told").textContent()) ?? "")?.[1] ?? "";
    expect(solution).toMatch(/^[a-z]\d+\*?$/);
    await page.getByRole("group", { name: "Best play" }).waitFor();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    // Whatever is not the only right move is refuted.
    for (let at = 0; at < 30; at++) {
      await expect.poll(() => page.locator(".told strong").count()).toBe(0);
      await page.locator(playable).nth(at).click();
      const chooser = page.getByRole("group", { name: "Which move?" }).getByRole("button").first();
      await page.locator(".told strong").or(chooser).first().waitFor();
      if (await chooser.isVisible()) await chooser.click();
      await page.locator(".told strong").waitFor();
      if (await page.getByRole("button", { name: "Try again" }).isVisible()) break;
      await page.getByRole("button", { name: "Next", exact: true }).click();
    }
    await page.getByText(/answers \S+\./).waitFor();
    await page.getByText(/With best play/).first().waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("smaller things", () => {
  test("a clock does not gain by a reload", async () => {
    const { page, close } = await open("");
    await start(page, async (dialog) => {
      await dialog.getByLabel("Clock").selectOption({ label: "1 min" });
      await dialog.getByLabel("Green is played by").selectOption("human");
    });
    await square(page, "a1").click();
    const seconds = async () => {
      const [minutes = 0, rest = 0] = ((await page.locator(".clock").nth(1).textContent()) ?? "").split(":").map(Number);
      return 60 * minutes + rest;
    };
    await expect.poll(seconds).toBeLessThanOrEqual(56);
    const before = await seconds();
    await page.reload();
    await page.locator(".clock").nth(1).waitFor();
    await expect.poll(seconds).toBeLessThanOrEqual(before);
    await close();
  });

  test("a rematch leaves the board as it lies, and windows say what they show", async () => {
    const { page, close } = await open("#g=wargame&b=1_2/3_4&p=human~random");
    expect(await page.title()).toBe("Play · War Game · Foray");
    await page.locator(playable).first().click();
    await moveCount(page, 2);
    await page.locator(playable).first().click();
    await page.getByRole("button", { name: "Rematch" }).click();
    await moveCount(page, 1);
    expect(await page.locator("[role=gridcell]").first().getAttribute("data-square")).toBe("a1");
    await tab(page, "Puzzles");
    await expect.poll(() => page.title()).toBe("Puzzles · Foray");
    await close();
  });

  test("the guide of Stake & Raid says why a square is none", async () => {
    const { page, close } = await open("", { landing: true });
    await page.getByRole("button", { name: "Learn Stake & Raid in a minute" }).click();
    await square(page, "c2").click();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("step 2 of 3").waitFor();
    await square(page, "c1").click();
    await page.getByText("touches none of theirs").waitFor();
    await close();
  });

  test("Stake & Raid offers the raid first and says what it takes", async () => {
    const { page, close } = await open("#g=stakeraid&b=4x4&s=4/1x2/2o1/4_x_2&p=human~human");
    expect(await square(page, "c2").getAttribute("aria-label")).toContain("captures c3");
    await square(page, "c2").click();
    expect(await page.getByRole("group", { name: "Which move?" }).getByRole("button").first().textContent()).toBe("Raid (takes 1)");
    await close();
  });

  test("a pass has a name", async () => {
    const { page, close } = await open("#g=ataxx&s=x--2/---2/-----/--1-o/----o_x_0_1&m=0000&p=human~human");
    await page.getByRole("button", { name: "Move 1, pass" }).waitFor();
    await close();
  });
});
