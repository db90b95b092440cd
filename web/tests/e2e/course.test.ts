// The course, puzzles, what can be set, and boards of every size: the parts that load when they are opened.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dayOf, puzzleOfDay } from "../../src/lib/days.ts";
import { openPage, phone, tap } from "./browser.ts";
import { start, moveCount } from "./moves.ts";
import { open, site, square, tab } from "./site.ts";

const stepShown = async (page: Page) => Number(await page.getByLabel("Step", { exact: true }).inputValue());
const inHash = (page: Page, part: string) => page.waitForFunction((text) => location.hash.includes(text), part);

async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((one) => `${one.id} ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
}

/** Answers every question of a lesson with its first option, as fast as the page goes. */
async function takeLesson(page: Page): Promise<number> {
  await page.getByLabel("Speed").selectOption("1000");
  await page.getByRole("button", { name: "Begin" }).click();
  let answered = 0;
  const question = page.getByRole("group", { name: "Predict" }).last();
  for (;;) {
    await page.locator('[role=group][aria-label="Predict"] button:enabled, button:has-text("Go on"), button:has-text("Repeat")').first().waitFor();
    if (await page.getByRole("button", { name: "Repeat" }).isVisible()) return answered;
    const goOn = page.getByRole("button", { name: "Go on", exact: true });
    if (await goOn.isVisible()) {
      const before = await stepShown(page);
      await goOn.click();
      await page.waitForFunction((step) => Number(document.querySelector<HTMLInputElement>("input[type=range]")?.value) > step, before);
      continue;
    }
    await question.getByRole("button").first().click();
    await question.getByText(/^(Right\.|Not quite\.)/).waitFor();
    answered++;
  }
}

describe("the course", () => {
  test("runs by itself, asks, says why, and leads from lesson to lesson", async () => {
    const { page, troubles, close } = await open("#g=squirrels&b=Kalamazoo&t=learn");
    await page.getByRole("button", { name: "Minimax by hand" }).click();
    await inHash(page, "&l=minimax");
    expect(await takeLesson(page)).toBeGreaterThan(2);
    await page.getByText("That is all of minimax").waitFor();
    await accessible(page);
    // The board shows the lesson's pieces, and the score is that of the node.
    await expect.poll(() => page.locator("[data-square]").count()).toBe(9);
    await page.getByRole("button", { name: "Next: Why alpha-beta may skip" }).click();
    await page.getByRole("application").nth(1).waitFor();
    expect(await takeLesson(page)).toBeGreaterThan(1);
    await page.getByText("A cut is no guess.").waitFor();
    await page.getByRole("button", { name: "All lessons" }).click();
    // The game that was on the table is there again.
    await square(page, "e5").waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test("a link holds the position, the search and the step, and can be put into a frame", async () => {
    const { page, close } = await open("#g=squirrels&b=Kalamazoo&m=c3.c2.b2&p=human~human&t=learn&a=minimax.2&k=7", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("application", { name: /Search tree/ }).waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=range]")?.value === "7");
    // The arrows go through the search, and the game behind it stays where it is.
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=range]")?.value === "8");
    await page.getByRole("button", { name: "Link to this step" }).click();
    await page.getByText("Link copied.").waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/#g=squirrels&b=Kalamazoo&m=c3\.c2\.b2&p=human~human&t=learn&a=minimax\.2&k=8$/);
    await page.getByRole("button", { name: "Embed" }).click();
    await page.getByText("paste it into a page").waitFor();
    const [, src] = /src="([^"]+)"/.exec(await page.evaluate(() => navigator.clipboard.readText())) ?? [];
    await close();
    const framed = await openPage(site.browser, src ?? "");
    await framed.page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=range]")?.value === "8");
    await expect.poll(() => framed.page.getByRole("tab").count()).toBe(0);
    await expect.poll(() => framed.page.getByRole("link", { name: "Open in Foray" }).getAttribute("href")).toMatch(/foray\/#g=squirrels/);
    // A page inside another one keeps nothing.
    await framed.page.getByLabel("Step forward").click();
    await expect.poll(() => framed.page.evaluate(() => localStorage.getItem("foray.last"))).toBeNull();
    expect(framed.troubles).toEqual([]);
    await framed.close();
  });

  test("board and tree are in sight together on every screen", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&t=learn&l=minimax&k=3");
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=range]")?.value === "3");
    const tree = page.getByRole("application");
    for (const [width, height] of [[1440, 900], [820, 1180], [390, 844], [640, 360]] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForFunction((wide) => document.documentElement.scrollWidth === wide, width);
      await tree.evaluate((canvas) => canvas.scrollIntoView({ block: "end" }));
      const [board, canvas] = await Promise.all([page.getByRole("grid").boundingBox(), tree.boundingBox()]);
      if (!board || !canvas) throw new Error("nothing to measure");
      for (const box of [board, canvas]) {
        expect(box.y).toBeGreaterThanOrEqual(-1);
        expect(box.y + box.height).toBeLessThanOrEqual(height + 1);
      }
      // Neither covers the other, nor does anything else.
      for (const part of [0.05, 0.95]) {
        const seen = await page.evaluate(([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.tagName, [canvas.x + canvas.width / 2, canvas.y + canvas.height * part]);
        expect(`${width}: ${seen}`).toBe(`${width}: CANVAS`);
      }
      expect(canvas.y >= board.y + board.height || canvas.x >= board.x + board.width).toBe(true);
    }
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("puzzles", () => {
  interface Puzzle {
    game: string;
    best: string;
    line: string[];
  }
  const all = readFileSync(resolve(import.meta.dirname, "../../public/puzzles.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Puzzle);

  /** Presses the move's square and, where more than one move leads there, says which is meant. */
  async function attempt(page: Page, move: string): Promise<void> {
    await square(page, move.slice(0, 2)).click();
    const asked = page.getByRole("group", { name: "Which move?" });
    await asked.or(page.getByText(/^(Not|Yes,) [a-f]\d/)).first().waitFor();
    if (await asked.isVisible()) await asked.getByRole("button", { name: move.endsWith("*") ? "Raid" : "Stake" }).click();
  }

  test("where stake and raid lead to one square, the puzzle asks which is meant", async () => {
    const { page, troubles, close } = await open("#g=ataxx&t=puzzles");
    await page.getByText("Puzzle of the day").waitFor();
    const index = all.findIndex(({ game, best }) => game === "stakeraid" && best.endsWith("*"));
    await page.evaluate((at) => sessionStorage.setItem("foray.puzzle", String(at)), index);
    await page.reload();
    const { best } = all[index] as Puzzle;
    await page.getByText(new RegExp(`^Puzzle ${index + 1} of`)).waitFor();
    await attempt(page, best.replace("*", ""));
    await page.getByText(`Not ${best.replace("*", "")}`).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await attempt(page, best);
    await page.getByText(`Yes, ${best}!`).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test("the one of the day is missed, tried again, solved and explained", async () => {
    const { page, troubles, close } = await open("#g=ataxx&t=puzzles");
    await page.getByText("Puzzle of the day").waitFor();
    await page.getByRole("grid", { name: "Puzzle" }).waitFor();
    const daily = puzzleOfDay(dayOf(new Date()), all.length);
    const { best, line } = all[daily] as Puzzle;
    const wrong = page.locator('[role=gridcell][aria-label*="can be played"]').and(page.locator(`:not([data-square=${best.slice(0, 2)}])`));
    await attempt(page, (await wrong.first().getAttribute("data-square")) as string);
    await page.getByText(/^Not [a-f]\d/).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await attempt(page, best);
    await page.getByText(`Yes, ${best}!`).waitFor();
    await page.getByText(/That is proved/).waitFor();
    for (let ply = 0; ply < line.length; ply++) await page.getByRole("group", { name: "Best play" }).getByLabel("One move forward").click();
    await page.waitForFunction(() => !document.querySelector('[role=gridcell][aria-label*=", empty"]'));
    const solved = page.locator("div", { has: page.locator("dt", { hasText: /^1$/ }) }).getByText(`of ${all.length} solved`);
    await solved.waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText(/^Puzzle \d+ of/).waitFor();
    await page.reload();
    await solved.waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("a puzzle and the game behind it", () => {
  test("keys do nothing to what is out of sight; a reload shows the same puzzle, and Back the game", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&m=a1.c3&p=human~human");
    await tab(page, "Puzzles");
    const title = page.locator("#panel h2").first();
    await page.getByRole("button", { name: "Another" }).click();
    await page.getByText(/^Puzzle \d+ of/).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("u");
    // What the keys might have asked for is answered before the next puzzle is there.
    const before = await title.textContent();
    await page.getByRole("button", { name: "Another" }).click();
    await expect.poll(() => title.textContent()).not.toBe(before);
    await page.locator('[role=gridcell][aria-label*="can be played"]').first().waitFor();
    const shown = (await title.textContent()) ?? "";
    expect(await page.evaluate(() => location.hash)).not.toContain("&n=");
    await page.reload();
    await page.getByRole("heading", { name: shown }).waitFor();
    await page.goBack();
    await square(page, "c3").and(page.locator('[aria-label*="Green"]')).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("a first visit", () => {
  test("is a guided game that shows on a phone what a raid does", async () => {
    const { page, troubles, close } = await open("", { ...phone, landing: true });
    await tap(page.getByRole("button", { name: "Learn War Game in a minute" }));
    await page.locator("p:focus", { hasText: "Take the 9" }).waitFor();
    await square(page, "c2").waitFor();
    expect((await page.getByRole("grid").boundingBox())?.width ?? 0).toBeGreaterThan(250);
    await tap(square(page, "a1"));
    await page.getByText("Not quite. That is another square.").waitFor();
    await tap(square(page, "c2"));
    await page.getByText("That was a drop").waitFor();
    await tap(page.getByRole("button", { name: "Next" }));
    await page.locator("p:focus", { hasText: "Green took the 8." }).waitFor();
    // Whoever misses is told why, and the score says what a blitz is worth.
    await tap(square(page, "e5"));
    await page.getByText("touches none of your own pieces").waitFor();
    await tap(square(page, "d2"));
    await page.getByText("touches none of theirs").waitFor();
    await page.getByText("Blue 9 : 8 Green").waitFor();
    await tap(square(page, "b2"));
    await page.getByText("That was a blitz.").waitFor();
    await page.getByText("Blue 23 : 0 Green").waitFor();
    await accessible(page);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("on a phone", () => {
  test("everything comes to lie between the board and the tabs, and a new game begins at the board", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=random:7:4x4&m=a1.b1.c1.d1.a2.b2.c2.d2.a3.b3.c3.d3.a4.b4.c4.d4&p=human~human&t=analyse", phone);
    await page.getByLabel("Heat map").check();
    await page.getByText(/% accurate/).first().waitFor();
    await page.getByRole("button", { name: "Edit position" }).focus();
    await page.waitForFunction(() => {
      const box = document.activeElement?.getBoundingClientRect();
      const at = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return at !== null && document.activeElement?.contains(at ?? null);
    });
    await tab(page, "Play");
    await page.getByRole("button", { name: "GIF" }).scrollIntoViewIfNeeded();
    await tap(page.getByRole("button", { name: "Rematch" }));
    await page.waitForFunction(() => scrollY === 0 && (document.querySelector("[data-square=a1]")?.getBoundingClientRect().y ?? -1) > 0);
    await expect.poll(() => page.locator(".score").allTextContents()).toEqual(["0", "0"]);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("hands and tastes", () => {
  test("a board of 26 by 26 is played on a phone", async () => {
    const { page, troubles, close } = await open("#g=stakeraid&b=random:3:26x26&p=human~human", phone);
    const size = async () => (await square(page, "a1").boundingBox())?.width ?? 0;
    await expect.poll(() => size()).toBeLessThan(16);
    for (let zoom = 0; zoom < 2; zoom++) await tap(page.getByRole("button", { name: "Zoom in" }));
    await page.waitForFunction(() => (document.querySelector("[data-square=a1]")?.getBoundingClientRect().width ?? 0) > 44);
    await tap(square(page, "z26"));
    await inHash(page, "m=z26");
    await tap(square(page, "a1"));
    await inHash(page, "m=z26.a1");
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await tap(page.getByRole("button", { name: "Zoom out" }));
    await tap(page.getByRole("button", { name: "Zoom out" }));
    await page.waitForFunction(() => (document.querySelector("[data-square=a1]")?.getBoundingClientRect().width ?? 99) < 16);
    expect(troubles).toEqual([]);
    await close();
  });

  test("a move can be typed; board and pieces have other colours, which stay", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&p=human~human");
    await page.keyboard.press("m");
    await page.keyboard.type("C3\n");
    await inHash(page, "m=c3");
    await page.keyboard.type("c3\n");
    await page.getByRole("alert").filter({ hasText: "c3 cannot be played here." }).waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    const colours = () => page.evaluate(() => ["rect.square", "circle.first"].map((name) => getComputedStyle(document.querySelector(`svg ${name}`) as Element).fill));
    const before = await colours();
    await page.getByRole("button", { name: "Settings" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Board").selectOption("Slate");
    await dialog.getByLabel("Pieces").selectOption("Vivid");
    await accessible(page);
    await page.keyboard.press("Escape");
    const after = await colours();
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    await page.reload();
    await square(page, "c3").waitFor();
    await expect.poll(() => colours()).toEqual(after);
    await page.getByRole("button", { name: "Full screen" }).click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    expect(troubles).toEqual([]);
    await close();
  });

  test("Ataxx is set up on a layout, against a textbook player with its own judgement", async () => {
    const { page, troubles, close } = await open("#g=ataxx");
    await start(page, async (dialog) => {
      await dialog.getByText("Islands").click();
      await dialog.getByLabel("White is played by").selectOption("alphabeta");
      await dialog.getByLabel("Judges by").selectOption("corners and company");
      await dialog.getByLabel("Tries moves").selectOption("best first");
    });
    await inHash(page, "s=x5o/1-3-1/7/7/7/1-3-1/o5x_x_0_1");
    await inHash(page, "alphabeta:3,eval=toaster,order=static");
    await square(page, "b6").and(page.locator("[aria-label*=blocked]")).waitFor();
    await square(page, "b7").click();
    await page.waitForFunction(() => /m=b7\.\w/.test(location.hash));
    expect(troubles).toEqual([]);
    await close();
  });

  test("a game against a computer on a phone: what it thought, a remark, the result by opponent, and a file of all games", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&p=human~engine:level=5", phone);
    await tap(square(page, "a5"));
    await moveCount(page, 2);
    await tab(page, "Analyse");
    await page.locator(".said", { hasText: /depth \d+ · [\d,]+ nodes · [\d.]+ s/ }).waitFor();
    await tab(page, "Play");
    await tap(page.getByRole("button", { name: "Comment" }));
    await page.getByRole("textbox", { name: "Comment" }).fill("quick");
    await page.getByRole("textbox", { name: "Comment" }).press("Enter");
    await page.locator(".comment", { hasText: "quick" }).waitFor();
    await tap(page.getByRole("button", { name: "Resign" }));
    await tap(page.getByRole("group", { name: "Resign this game?" }).getByRole("button", { name: "Resign" }));
    await page.getByRole("heading", { name: "You lost by resignation." }).waitFor();
    await tab(page, "Games");
    await page.locator(".results", { hasText: "Major" }).getByText("0 won, 0 drawn, 1 lost").waitFor();
    await page.getByLabel("Opponent").selectOption({ label: "Major" });
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save all as PGN" }).click()]);
    const text = readFileSync(await file.path()).toString();
    expect(text).toMatch(/\[Date "\d{4}\.\d\d\.\d\d"\]/);
    expect(text).toMatch(/\{[+-]?\d+\.\d\d\/\d+ .*n=\d+.*\} \{ quick \}/);
    expect(text).toContain('[White "Major"]');
    expect(text).toContain('[Result "1-0"]'); // White won, and is Major
    // The board has its name again.
    await page.getByRole("textbox", { name: "Paste a game" }).fill(text);
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForFunction(() => /b=Smolensk&.*m=a5\.[a-f]\d&p=human~human/.test(location.hash));
    expect(troubles).toEqual([]);
    await close();
  });

  test("what was tried and written is in the files", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&m=a5.c6.b6.d5&p=human~human&n=2");
    await square(page, "f1").click();
    await page.getByRole("button", { name: "Move 3, f1" }).waitFor();
    await page.getByRole("button", { name: "Comment" }).click();
    await page.getByRole("textbox", { name: "Comment" }).fill("too far away");
    await page.getByRole("textbox", { name: "Comment" }).press("Enter");
    await tab(page, "Games");
    for (const format of ["PGN", "JSON"]) {
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: format, exact: true }).click()]);
      const text = readFileSync(await file.path()).toString();
      expect(text).toContain("too far away");
      await page.goto(`${site.served.url}#g=ataxx`);
      await square(page, "g7").waitFor();
      await tab(page, "Games");
      await page.getByRole("textbox", { name: "Paste a game" }).fill(text);
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByRole("button", { name: "Move 3, f1" }).waitFor();
      await page.getByText("too far away").first().waitFor();
      await page.getByRole("button", { name: "Move 4, d5" }).click();
      await tab(page, "Games");
    }
    expect(troubles).toEqual([]);
    await close();
  });
});
