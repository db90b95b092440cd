// Two tabs with one game, and browsers that keep nothing: no move is lost, and what cannot be kept is said.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { moveCount } from "./moves.ts";
import { open, site, square, tab } from "./site.ts";

describe("two tabs and a browser that keeps nothing", () => {
  test("a tab that was left behind takes nothing back, follows the other one, and becomes a game of its own where both went on", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&p=human~human");
    const kept = () =>
      page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const request = indexedDB.open("foray", 1);
            request.onsuccess = () => {
              const all = request.result.transaction("games").objectStore("games").getAll();
              all.onsuccess = () => resolve((all.result as { live: string[] }[]).map((game) => game.live.join(".")).sort());
            };
          }),
      );
    const play = async (on: Page, name: string, count: number) => {
      await square(on, name).click();
      await moveCount(on, count);
    };
    await play(page, "a1", 1);
    await expect.poll(kept).toEqual(["a1"]);
    const other = await page.context().newPage();
    await other.goto(site.served.url);
    await moveCount(other, 1);
    await play(page, "b2", 2);
    await play(page, "c3", 3);
    await expect.poll(kept).toEqual(["a1.b2.c3"]);
    await other.evaluate(() => window.dispatchEvent(new Event("pagehide")));
    // What it would have written over the game it reads instead.
    await moveCount(other, 3);
    await expect.poll(kept).toEqual(["a1.b2.c3"]);
    await play(other, "d4", 4);
    await expect.poll(kept).toEqual(["a1.b2.c3.d4"]);
    await play(page, "e5", 4);
    await page.getByText("This game went on in another tab.").waitFor();
    await expect.poll(kept).toEqual(["a1.b2.c3.d4", "a1.b2.c3.e5"]);
    expect(troubles).toEqual([]);
    await close();
  });

  test.each(["refused", "full"])("plays on and says so: %s", async (how) => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.addInitScript((kind) => {
      const full = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
      Storage.prototype.setItem = full;
      if (kind === "full") IDBObjectStore.prototype.put = full;
      else IDBFactory.prototype.open = full;
    }, how);
    await page.goto(`${site.served.url}#g=wargame&b=Smolensk&p=human~engine:level=1`);
    await square(page, "a1").click();
    await moveCount(page, 2);
    await page.getByRole("alert").filter({ hasText: "keeps no games" }).waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await tab(page, "Games");
    await page.getByText("keeps no games").waitFor();
    await page.locator(".list .game", { hasText: "2 moves" }).waitFor();
    // The address still has it.
    await page.reload();
    await moveCount(page, 2);
    expect(errors).toEqual([]);
    await context.close();
  });
});

describe("a game that came by a link", () => {
  test("is the same one after reloads: Back leads to the tab before, not to the game again", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&m=a1.c3&p=human~human");
    await tab(page, "Games");
    await page.waitForFunction(() => location.hash.endsWith("&t=games"));
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    for (let i = 0; i < 2; i++) {
      await page.reload();
      await square(page, "c3").and(page.locator('[aria-label*="Green"]')).waitFor();
    }
    expect(await entries()).toBe(before);
    await page.goBack();
    await page.waitForFunction(() => !location.hash.includes("&t="));
    await page.getByRole("tab", { name: "Play", exact: true, selected: true }).waitFor();
    expect(troubles).toEqual([]);
    await close();
  });
});
