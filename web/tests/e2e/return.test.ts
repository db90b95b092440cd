// What brings people back: a first page that is a game, a board of the day, a game's story, and mistakes that return.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { turns } from "./moves.ts";
import { open, site, square, tab } from "./site.ts";

const playable = '[role=gridcell][aria-label*="can be played"]';
const lost = "m=a1.d2.c5.c1.b1.d1.a3.e1.e5.b2.a2.c2.b3.c3.c4.d3.d4.b4.a4.e3.e2.e4.d5.a5.b5";
const home = (page: Page) => page.getByRole("button", { name: "Foray: all games" }).click();

/** Another day: the page is opened again as it would be then. */
async function on(page: Page, day: string): Promise<void> {
  await page.clock.setFixedTime(new Date(`${day}T12:00:00`));
  await page.goto("about:blank");
  await page.goto(site.served.url);
}

test("the first page is a board to play: a press begins a game, and the page offers to go on with it", async () => {
  const { page, troubles, close } = await open("", { landing: true });
  await page.getByRole("grid", { name: "A board to try" }).waitFor();
  await square(page, "c2").click();
  await page.getByRole("tab", { name: "Play", selected: true }).waitFor();
  await square(page, "c1").and(page.locator('[aria-label^="c1, Blue"]')).waitFor();
  await page.locator(".player", { hasText: "Scout" }).waitFor();
  await page.locator(playable).first().waitFor();
  await home(page);
  await page.getByRole("button", { name: /^Continue War Game, against Scout/ }).click();
  await page.locator(playable).first().waitFor();
  // Nobody was beaten yet: the third opponent waits.
  await home(page);
  expect(await page.getByRole("button", { name: "Ranger, locked" }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Challenge Scout" }).isEnabled()).toBe(true);
  expect(troubles).toEqual([]);
  await close();
});

test("the board of the day is the same for everybody, counts once, and has a par, a streak and a line to share", { timeout: 180_000 }, async () => {
  const { page, troubles, close } = await open("", { landing: true, reducedMotion: "reduce" });
  await on(page, "2026-11-16");
  await page.getByRole("button", { name: /^Board of the day/ }).click();
  await page.getByRole("dialog").getByText("Squirrels against Scout").waitFor();
  await page.getByRole("button", { name: "Play today's board" }).click();
  await page.waitForFunction(() => location.hash.includes("b=random:20261116:5x5"));
  await page.locator(playable).first().click();
  await page.locator(playable).first().waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Hint" }).isDisabled()).toBe(true);
  await tab(page, "Analyse");
  await page.getByText("played without help").waitFor();
  expect(await page.locator("svg g.rank").count()).toBe(0);
  await tab(page, "Play");
  // What was begun goes on after a reload.
  await on(page, "2026-11-16");
  await home(page);
  await page.getByRole("button", { name: /^Board of the day/ }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await turns(page, () => page.locator(playable).last().click());
  await page.getByRole("button", { name: /^Board of the day: par/ }).click();
  const dialog = page.getByRole("dialog");
  const said = (await dialog.locator(".said").textContent()) ?? "";
  expect(said).toMatch(/^(Won by \d+|Lost by \d+|A draw)$/);
  await dialog.getByText(/Par: [+−]?\d+ /).waitFor({ timeout: 120_000 });
  await dialog.getByText("1 day in a row").waitFor();
  await dialog.getByRole("button", { name: `2026-11-16: ${said}` }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  // Another game on it changes nothing.
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.locator(playable).first().waitFor();
  await on(page, "2026-11-17");
  await home(page);
  await page.getByRole("button", { name: /^Board of the day War Game against Ranger 1 day in a row/ }).click();
  await page.getByRole("button", { name: `2026-11-16: ${said}` }).click();
  await dialog.getByText(/Par: [+−]?\d+ /).waitFor();
  expect(await page.getByRole("button", { name: "2026-11-18: not played" }).isDisabled()).toBe(true);
  expect(troubles).toEqual([]);
  await close();
});

test("a game that is over says what decided it, and its mistakes come back another day until they are known", async () => {
  const { page, troubles, close } = await open(`#g=wargame&b=Peoria&${lost}&p=engine:level=1~human`);
  await page.getByText(/^You (won|lost) by \d+\./).waitFor();
  await page.getByText(/moves? .*decided it/).waitFor();
  await page.getByRole("img", { name: /Your margin, if both play best from there/ }).waitFor();
  expect(await page.locator(".moment").count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Learn from your mistakes" }).click();
  await page.getByText(/Find a better move: 1 of/).waitFor();
  // Up to the one whose answer is known: e1, where e3 was better.
  while (!(await page.getByText("Green played e1 here").isVisible())) {
    await page.getByRole("button", { name: "Show it" }).click();
    await page.getByRole("button", { name: "Next", exact: true }).click();
  }
  await square(page, "e1").click();
  await page.getByText("Not e1.").waitFor();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await on(page, tomorrow);
  await home(page);
  await page.getByRole("button", { name: /^Repeat/ }).click();
  while (!(await page.getByText("Green played e1 here").isVisible())) {
    await page.getByRole("button", { name: "Show it" }).or(page.getByText("Green played e1 here")).first().waitFor();
    if (await page.getByText("Green played e1 here").isVisible()) break;
    await page.getByRole("button", { name: "Show it" }).click();
    await page.getByRole("button", { name: "Next", exact: true }).click();
  }
  await square(page, "e3").click();
  await page.getByText("Yes, e3.").waitFor();
  const due = await page.evaluate(() => (JSON.parse(localStorage.getItem("foray.repeat") ?? "[]") as { mistake: { move: string }; found: number }[]).find((card) => card.mistake.move === "e1")?.found);
  expect(due).toBe(1);
  expect(troubles).toEqual([]);
  await close();
});

test("a puzzle that is missed costs rating, and themes pick puzzles", async () => {
  const { page, troubles, close } = await open("#g=wargame&b=Smolensk&p=human~human&t=puzzles");
  const rating = async () => Number.parseInt((await page.locator("dl.figures dt").first().textContent()) ?? "", 10);
  await page.locator("dl.figures").waitFor();
  expect(await rating()).toBe(1200);
  await page.getByLabel("Theme").selectOption({ label: "Quiet move" });
  await page.getByRole("button", { name: "Show the solution" }).click();
  await expect.poll(rating).toBeLessThan(1200);
  await page.locator(".tag", { hasText: "Quiet move" }).waitFor();
  // The move turns nothing: that is what the theme says.
  const solution = /(\S+) is the move/.exec((await page.locator(".told").textContent()) ?? "")?.[1] ?? "";
  expect(solution).not.toBe("");
  expect(await page.locator("svg rect.turned").count()).toBe(0);
  expect(troubles).toEqual([]);
  await close();
});
