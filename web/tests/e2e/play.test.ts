// Playing in a real browser: what a press does, and what stands around the board.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { phone, tap } from "./browser.ts";
import { over, quickest, start, turns } from "./moves.ts";
import { open } from "./site.ts";

/** Presses the first square that may be played, and answers the question which move is meant. */
async function press(page: Page): Promise<void> {
  await page.locator('[role=gridcell][aria-label*="can be played"]').first().click();
  const question = page.getByRole("group", { name: "Which move?" });
  if (await question.isVisible()) await question.getByRole("button").first().click();
}

describe("playing", () => {
  test("shows what a move would capture before it is made", async () => {
    const { page, close } = await open("#g=wargame&b=4x4&s=4/1x2/2o1/4_x_2&p=human~human");
    await page.locator("[data-square=c2]").hover();
    await expect.poll(() => page.locator("svg .ghost").count()).toBe(1);
    await expect.poll(() => page.locator("svg .turned").count()).toBe(1);
    await expect.poll(() => page.locator("[data-square=c2]").getAttribute("aria-label")).toContain("captures c3");
    await page.locator("[data-square=c2]").click();
    await page.locator("[data-square=c3][aria-label*=Blue]").waitFor();
    await expect.poll(() => page.getByTestId("spoken").textContent()).toContain("captures 1 piece");
    await close();
  });

  test("undoes, redoes, hints, flips and resigns", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&p=human~engine:level=1");
    await turns(page, () => press(page), 2);
    const played = await page.evaluate(() => location.hash);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => /&n=2\b/.test(location.hash));
    await page.getByRole("button", { name: "Redo" }).click();
    await page.waitForFunction((hash) => location.hash === hash, played);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator("svg rect.hint").waitFor();
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
      await dialog.getByText("Custom").click();
      await dialog.getByRole("textbox", { name: "Custom" }).fill("1 2\n3");
      await dialog.getByRole("button", { name: "Start" }).and(page.locator(":disabled")).waitFor();
      await dialog.getByRole("textbox", { name: "Custom" }).fill("1 2\n3 4");
      await dialog.getByLabel("X is played by").selectOption("human");
      await dialog.getByLabel("O is played by").selectOption("human");
      await dialog.getByLabel("Clock").selectOption({ label: "1 min" });
    });
    await turns(page, () => press(page));
    await expect.poll(() => over(page)).toMatch(/wins|draw/i);
    await expect.poll(() => page.locator(".clock").count()).toBe(2);
    expect(troubles).toEqual([]);
    await close();
  });

  test("keeps the start button in reach on a phone, whatever is chosen", async () => {
    const { page, close } = await open("", phone);
    await tap(page.getByRole("button", { name: "New" }));
    await tap(page.getByText("Custom"));
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
