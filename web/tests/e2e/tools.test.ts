// Everything around the game: links, files, analysis, the search explorer, offline use, accessibility, and how fast the page is there.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { loadEngine } from "../unit/engine.ts";
import { over, quickest } from "./moves.ts";
import { open, site, tab } from "./site.ts";

const game = "#g=wargame&b=Smolensk&m=a5.c6.b6.d5.a6.c5.b5.a3.b3.a2.b2.b1&p=human~engine:level=3";
const plyShown = (page: Page) => page.locator(".status .last").textContent();

async function saved(page: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button, exact: true }).click()]);
  return readFileSync(await file.path());
}

describe("links and files", () => {
  test("a link opens the game where it was, and waits", async () => {
    const { page, troubles, close } = await open(`${game}&n=3`);
    await expect.poll(() => plyShown(page)).toContain("3 · b6");
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelector(".status .last")?.textContent?.includes("12 · b1"));
    await page.keyboard.press("Home");
    await page.waitForFunction(() => location.hash.endsWith("n=0"));
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash.endsWith("n=1"));
    expect(troubles).toEqual([]);
    await close();
  });

  test("a game that a referee ended is over: the reason is said, and the next save keeps it", async () => {
    const { page, close } = await open("#g=wargame&b=Smolensk&m=a5.c6&e=second.illegal_move&t=analyse");
    await expect.poll(() => page.locator(".status").textContent()).toContain("by an illegal move");
    await tab(page, "Games");
    expect(JSON.parse((await saved(page, "JSON")).toString())).toMatchObject({ result: { outcome: "second", reason: "illegal move" } });
    await close();
  });

  test("a link that is no game says why, and the page still plays", async () => {
    const { page, close } = await open("#g=wargame&b=Smolensk&m=a5.a5");
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("move 2");
    await expect.poll(() => page.locator('[role=gridcell][aria-label*="can be played"]').count()).toBe(36);
    await close();
  });

  test("the link is copied", async () => {
    const { page, close } = await open(game, { permissions: ["clipboard-read", "clipboard-write"] });
    await tab(page, "Games");
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Link copied.").waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("m=a5.c6.b6");
    await close();
  });

  test("a game is saved as JSON and PGN, and read again", async () => {
    const { page, troubles, close } = await open(game);
    await tab(page, "Games");
    for (const format of ["JSON", "PGN"]) {
      const text = (await saved(page, format)).toString();
      await page.goto(`${site.served.url}#g=ataxx`);
      await page.locator("[data-square=g7]").waitFor();
      await tab(page, "Games");
      await page.getByRole("textbox", { name: "Paste a game" }).fill(text);
      await page.getByRole("button", { name: "Open" }).click();
      await page.waitForFunction(() => location.hash.includes("m=a5.c6.b6.d5"));
      await page.getByRole("button", { name: "Move 12, b1" }).click();
    }
    expect(troubles).toEqual([]);
    await close();
  });

  test("pictures are made of it", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&m=a5.c6.b6.d5&p=human~human");
    await tab(page, "Games");
    const gif = await saved(page, "GIF");
    expect(gif.subarray(0, 6).toString("latin1")).toBe("GIF89a");
    expect(gif.length).toBeGreaterThan(10_000);
    expect((await saved(page, "PNG")).subarray(1, 4).toString("latin1")).toBe("PNG");
    expect((await saved(page, "SVG")).toString()).toMatch(/^<svg /);
    expect(troubles).toEqual([]);
    await close();
  });

  test("the moves play themselves", async () => {
    const { page, close } = await open(`${game}&n=0`);
    await tab(page, "Games");
    await page.getByRole("button", { name: "Play the moves" }).click();
    await page.waitForFunction(() => /n=2\b/.test(location.hash));
    await page.getByRole("button", { name: "Stop" }).click();
    await close();
  });
});

describe("analysis", () => {
  test("shows lines, marks, a curve to jump in, exact results and mistakes", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=random:7:4x4&m=a1.b1.c1.d1.a2.b2.c2.d2&p=human~human");
    await tab(page, "Analyse");
    await page.locator("svg g.rank").first().waitFor();
    await page.getByText(/wins by \d+ with best play|A draw with best play/).waitFor();
    await page.getByLabel("Heat map").check();
    await page.locator("svg .heat-text").first().waitFor();
    const graph = page.getByRole("slider", { name: "Evaluation over the game" });
    const box = await graph.boundingBox();
    if (!box) throw new Error("no graph");
    await page.mouse.move(box.x + 60, box.y + 60);
    await page.mouse.click(box.x + 60, box.y + 60);
    await page.waitForFunction(() => /&n=[0-3]&t=analyse$/.test(location.hash));
    // What was better is not told: it is an exercise.
    await page.getByText(/try again|Well played/i).first().waitFor();
    expect(await page.getByText(/better [a-d][1-4]/).count()).toBe(0);
    await page.getByText(/\d+ % accurate/).first().waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test("edits a position", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&p=human~human");
    await tab(page, "Analyse");
    await page.getByRole("button", { name: "Edit position" }).click();
    await page.locator("[data-square=a1]").click();
    await page.getByRole("button", { name: "Green" }).click();
    await page.locator("[data-square=b1]").click();
    await page.getByRole("button", { name: "Use this position" }).click();
    await page.waitForFunction(() => location.hash.includes("s=xo4/6"));
    await expect.poll(() => page.locator("[data-square=b1]").getAttribute("aria-label")).toContain("Green");
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("the search explorer", () => {
  test("steps through alpha-beta, shows cuts with their reason, the log and the counts", async () => {
    const { page, troubles, close } = await open("#g=squirrels&b=Kalamazoo&m=c3.c2.b2&p=human~human");
    await tab(page, "Learn");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("application", { name: /Search tree with \d+ nodes/ }).waitFor();
    await page.locator("[aria-current=step]", { hasText: "root,0,-Infinity,-Infinity,Infinity" }).waitFor();
    await page.getByLabel("Step forward").click();
    await page.getByText("Min looks at A1.").waitFor();
    // The tree by keyboard: to the root, and in again to its first child.
    await page.getByRole("application", { name: /Search tree/ }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.locator(".bounds", { hasText: "the root" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator(".bounds", { hasText: "A1" }).waitFor();
    // Walk to the first cut by the slider: the told reason and the log line belong together.
    const cut = await page.evaluate(() => {
      const slider = document.querySelector<HTMLInputElement>("input[type=range]");
      if (!slider) return -1;
      for (let step = 2; step <= Number(slider.max); step++) {
        slider.value = String(step);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
      return Number(slider.max);
    });
    expect(cut).toBeGreaterThan(50);
    await page.getByLabel("To the start").click();
    await page.getByLabel("Speed").selectOption("1000");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.getByText(/Plays [a-e][1-5], value/).waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=range]")?.value === document.querySelector<HTMLInputElement>("input[type=range]")?.max);
    for (let back = 0; back < 60 && !(await page.getByText(/Cut at/).isVisible()); back++) await page.getByLabel("Step back").click();
    await expect.poll(() => page.locator(".told").textContent()).toMatch(/Cut at .* ≤ alpha .* skipped/);
    await page.getByText(/^Skipped: /).waitFor();
    await page.getByText("Alpha-beta, best first").waitFor();
    await expect.poll(() => page.locator("dd .amount").allTextContents()).toEqual([expect.stringMatching(/\d/), expect.stringMatching(/\d/), expect.stringMatching(/\d/)]);
    expect(troubles).toEqual([]);
    await close();
  });

  test("stays quick with the largest tree", async () => {
    const { page, troubles, close } = await open("#g=wargame&b=Smolensk&p=human~human");
    await tab(page, "Learn");
    await page.getByLabel("Search", { exact: true }).selectOption("minimax");
    await page.getByLabel("Depth", { exact: true }).selectOption("3");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByRole("application", { name: /Search tree with \d{5} nodes/ }).waitFor();
    await page.getByRole("button", { name: "Unfold all" }).click();
    const redraw = () => page.evaluate(async () => {
      const before = performance.now();
      for (const label of ["Zoom out", "Zoom out", "Fit the tree", "Step forward"]) {
        document.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`)?.click();
        await new Promise(requestAnimationFrame);
      }
      await new Promise(requestAnimationFrame);
      return performance.now() - before;
    });
    expect(await quickest(3000, redraw)).toBeLessThan(3000);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("the engine inside", () => {
  test("searches the same tree in the browser as in node", async () => {
    const { page, troubles, close } = await open(game);
    const inBrowser = await page.evaluate(async () => {
      const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
      const find = (pattern: RegExp) => loaded.find((name) => pattern.test(name)) ?? "";
      const module = await WebAssembly.compileStreaming(fetch(find(/\.wasm$/)));
      const worker = new Worker(find(/worker[^/]*\.js$/), { type: "module" });
      const nodes = await new Promise<number>((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<{ kind: string; answer?: string }>) =>
          resolve(data.kind === "done" ? (JSON.parse(data.answer ?? "{}") as { nodes: number }).nodes : -1);
        worker.postMessage({ kind: "start", module });
        worker.postMessage({ kind: "ask", id: 1, question: JSON.stringify({ ask: "bench" }) });
      });
      worker.terminate();
      return nodes;
    });
    expect(inBrowser).toBeGreaterThan(1000);
    expect(inBrowser).toBe((await loadEngine()).ask("bench", {}).nodes);
    expect(troubles).toEqual([]);
    await close();
  });
});

describe("everywhere", () => {
  test("is there within a second, small, and does not shift", async () => {
    const before = site.served.sent();
    const { page, close } = await open("", { landing: true });
    const sent = Math.round((site.served.sent() - before) / 100) / 10;
    const { ready, shift } = await page.evaluate(async () => {
      let moved = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
      await new Promise((done) => setTimeout(done, 500));
      return { ready: performance.getEntriesByName("foray-ready")[0]?.startTime ?? Infinity, shift: moved };
    });
    console.log(`interactive after ${Math.round(ready)} ms, ${sent} kB sent, layout shift ${shift}`);
    expect(shift).toBeLessThan(0.02);
    expect(sent).toBeLessThan(300);
    await close();
    const again = async () => {
      const visit = await open("", { landing: true });
      const time = await visit.page.evaluate(() => performance.getEntriesByName("foray-ready")[0]?.startTime ?? Infinity);
      await visit.close();
      return time;
    };
    // Twice the goal: the machine of the tests is shared.
    expect(ready < 2000 ? ready : await quickest(2000, again)).toBeLessThan(2000);
  });

  test("works without a network after the first visit", async () => {
    const { page, troubles, close } = await open("");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length === 1 && (await (await caches.open((await caches.keys())[0] ?? "")).keys()).length > 10);
    await page.context().setOffline(true);
    await page.reload();
    await page.locator("[data-square=a1]").click();
    await page.waitForFunction(() => /&m=a1\.[a-f]\d/.test(location.hash));
    await tab(page, "Analyse");
    await page.getByText("Evaluation over the game").waitFor();
    expect(troubles).toEqual([]);
    await close();
  });

  test.each([
    [360, 640],
    [640, 360],
    [768, 1024],
    [1440, 900],
  ])("fits %i by %i without horizontal scrolling", async (width, height) => {
    const { page, close } = await open(game, { viewport: { width, height } });
    for (const name of ["Play", "Analyse", "Learn", "Puzzles", "Games"]) {
      await tab(page, name);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    const board = await page.getByRole("grid").boundingBox();
    expect(Math.min(board?.width ?? 0, board?.height ?? 0)).toBeGreaterThan(Math.min(width, height) * 0.5);
    await close();
  });

  test("stands still for those who prefer that", async () => {
    const { page, close } = await open("#g=wargame&b=4x4&s=4/1x2/2o1/4_x_2&p=human~human", { reducedMotion: "reduce" });
    await page.locator("[data-square=c2]").click();
    await page.locator("[data-square=c3][aria-label*=Blue]").waitFor();
    const longest = await page.evaluate(() => Math.max(0, ...document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().duration ?? 0))));
    expect(longest).toBeLessThan(1);
    await expect.poll(() => over(page)).toContain("Green to move");
    await close();
  });
});
