// Whole games in a real browser, by mouse, keyboard and touch.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { phone } from "./browser.ts";
import { over, quickest, start, turns } from "./moves.ts";
import { open } from "./site.ts";

/** The sizes that people play. */
const games: Record<string, string> = {
  "War Game, 6x6": "#g=wargame&b=Smolensk",
  "Squirrels, 5x5": "#g=squirrels&b=Kalamazoo",
  "Stake & Raid, 8x8": "#g=stakeraid&b=random:3:8x8",
  "Ataxx Reloaded, 7x7": "#g=reloaded&b=7x7",
  "Ataxx, 7x7": "#g=ataxx&b=7x7",
};
/** A seed in the link makes the games of these tests the same every time. The computer answers at once to those who want nothing to move. */
const quick = { reducedMotion: "reduce" as const };

/** Presses the first square that may be played, by mouse or touch, and answers the question which move is meant. */
async function press(page: Page, touch: boolean): Promise<void> {
  const act = (selector: string) => {
    const target = page.locator(selector).first();
    return touch ? target.tap() : target.click();
  };
  const pass = page.getByRole("button", { name: "Pass" });
  if (await pass.isVisible()) return pass.click();
  await act('[role=gridcell][aria-label*="can be played"]');
  const question = page.getByRole("group", { name: "Which move?" });
  if (await question.isVisible()) await act('[aria-label="Which move?"] button');
}

describe("a whole game against level 2", () => {
  test.each(Object.entries(games))("of %s by mouse", async (_game, hash) => {
    const { page, troubles, close } = await open(`${hash}&p=human~engine:level=2,seed=1`, quick);
    await turns(page, () => press(page, false));
    await expect.poll(() => over(page)).toMatch(/wins|draw/i);
    expect(troubles).toEqual([]);
    await close();
  });

  test("by touch on a phone, 10x10", async () => {
    const { page, troubles, close } = await open("#g=stakeraid&b=random:7:10x10&p=human~engine:level=2,seed=1", { ...phone, ...quick });
    await turns(page, () => press(page, true));
    await expect.poll(() => over(page)).toMatch(/wins|draw/i);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(troubles).toEqual([]);
    await close();
  });

  test("by keyboard alone", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=random:7:3x3&p=human~engine:level=3,seed=1");
    for (let tab = 0; tab < 10 && !(await page.evaluate(() => document.activeElement?.role === "gridcell")); tab++) await page.keyboard.press("Tab");
    let steps = 0;
    await turns(page, async () => {
      // Walk the squares row by row until one can be played.
      for (; steps < 40; steps++) {
        const label = await page.evaluate(() => document.activeElement?.ariaLabel ?? "");
        if (label.includes("can be played")) break;
        const end = /^c/.test(label);
        const wrap = label.startsWith("c3") ? ["ArrowUp", "ArrowUp", "Home"] : ["ArrowDown", "Home"];
        for (const key of end ? wrap : ["ArrowRight"]) await page.keyboard.press(key);
      }
      steps = 0;
      await page.keyboard.press("Enter");
    });
    await expect.poll(() => over(page)).toMatch(/wins|draw/i);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("playing", () => {
  test("shows what a move would capture before it is made", async () => {
    const { page, close } = await open("#g=wargame&b=4x4&s=4/1x2/2o1/4_x_2&p=human~human");
    await page.locator("[data-square=c2]").hover();
    await expect.poll(() => page.locator("svg .ghost").count()).toBe(1);
    await expect.poll(() => page.locator("svg .turning").count()).toBe(1);
    await expect.poll(() => page.locator("[data-square=c2]").getAttribute("aria-label")).toContain("captures c3");
    await page.locator("[data-square=c2]").click();
    await page.locator("[data-square=c3][aria-label*=Blue]").waitFor();
    await expect.poll(() => page.getByTestId("spoken").textContent()).toContain("captures 1 piece");
    await close();
  });

  test("undoes, redoes, hints, flips and resigns", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&p=human~engine:level=1");
    await turns(page, () => press(page, false), 2);
    const played = await page.evaluate(() => location.hash);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => /&n=2\b/.test(location.hash));
    await page.getByRole("button", { name: "Redo" }).click();
    await page.waitForFunction((hash) => location.hash === hash, played);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("svg circle.hint").waitFor();
    await page.keyboard.press("f");
    await expect.poll(() => page.locator("[role=gridcell]").first().getAttribute("data-square")).toBe("f6");
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("group", { name: "Resign this game?" }).getByRole("button", { name: "Resign" }).click();
    await expect.poll(() => over(page)).toContain("Green wins");
    expect(troubles).toEqual([]);
    await close();
  });

  test("starts a game with an own board, a clock and two persons", async () => {
    const { page, troubles, close } = await open("");
    await start(page, async (dialog) => {
      await dialog.getByText("Stake & Raid").click();
      await dialog.getByText("Own values").click();
      await dialog.getByRole("textbox", { name: "Own values" }).fill("1 2\n3");
      await dialog.getByRole("button", { name: "Start" }).and(page.locator(":disabled")).waitFor();
      await dialog.getByRole("textbox", { name: "Own values" }).fill("1 2\n3 4");
      await dialog.getByLabel("X is played by").selectOption("human");
      await dialog.getByLabel("O is played by").selectOption("human");
      await dialog.getByLabel("Clock").selectOption({ label: "1 min" });
    });
    await turns(page, () => press(page, false));
    await expect.poll(() => over(page)).toMatch(/wins|draw/i);
    await expect.poll(() => page.locator(".clock").count()).toBe(2);
    expect(troubles).toEqual([]);
    await close();
  });

  test("keeps the start button in reach on a phone, whatever is chosen", async () => {
    const { page, close } = await open("", phone);
    await page.getByRole("button", { name: "New" }).tap();
    await page.getByText("Own values").tap();
    await page.getByLabel("Green is played by").selectOption("minimax");
    const box = await page.getByRole("button", { name: "Start" }).boundingBox();
    expect(box?.y ?? 0).toBeGreaterThan(560);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
    await close();
  });

  test("lets two computers play while the page stays awake", async () => {
    const { page, troubles, close } = await open("#g=squirrels&b=Kalamazoo&p=engine:level=8~alphabeta:4");
    const slowestFrame = () => page.evaluate(
      () =>
        new Promise<number>((done) => {
          let worst = 0;
          let last = performance.now();
          const until = last + 2500;
          const frame = (now: number) => {
            worst = Math.max(worst, now - last);
            last = now;
            if (now < until) requestAnimationFrame(frame);
            else done(worst);
          };
          requestAnimationFrame(frame);
        }),
    );
    // A search on the page's own thread would hold it for a second or more, every time.
    expect(await quickest(500, slowestFrame)).toBeLessThan(500);
    await page.getByRole("button", { name: "Pause" }).click();
    expect(troubles).toEqual([]);
    await close();
  });
});
