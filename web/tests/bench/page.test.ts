// How soon the page is there, and whether a search ever holds it up: the longest task on its main thread, by what was going on. Prints a
// table and fails on nothing but a page that does not work: figures belong to the machine. docs/page.md has those of an idle one.
import type { Page } from "playwright-core";
import { test } from "vitest";
import { open, site, tab } from "../e2e/site.ts";

const game = "#g=wargame&b=Smolensk&m=a5.c6.b6.d5.a6.c5.b5.a3.b3.a2.b2.b1&p=human~human";
const wait = (ms: number) => async (page: Page) => page.waitForTimeout(ms);

/** The search runs in a worker; what is measured is what the page does with every word of it. */
const work: [name: string, hash: string, go: (page: Page) => Promise<unknown>][] = [
  ["analysis of a 6x6 position with heat map, 8 s", game, async (page) => (await tab(page, "Analyse"), await page.getByLabel("Heat map").check(), await wait(8000)(page))],
  ["analysis of Ataxx 7x7, 8 s", "#g=ataxx&b=7x7&m=b6.f6&p=human~human", async (page) => (await tab(page, "Analyse"), await wait(8000)(page))],
  ["analysis of a 26x26 board, 8 s", "#g=stakeraid&b=random:3:26x26&m=a1.b1&p=human~human", async (page) => (await tab(page, "Analyse"), await wait(8000)(page))],
  ["two computers, 5x5, 8 s", "#g=squirrels&b=Kalamazoo&p=engine:level=8~engine:level=8", wait(8000)],
  [
    "lesson of alpha-beta, played through",
    `${game}&t=learn&l=alphabeta&k=0`,
    async (page) => {
      await page.getByLabel("Speed").selectOption("1000");
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await wait(4000)(page);
    },
  ],
  [
    "minimax 2 deep on 6x6, played at 1000 steps a second",
    "#g=wargame&b=Smolensk&p=human~human&t=learn&a=minimax.2&k=0",
    async (page) => {
      await page.getByRole("application", { name: /Search tree/ }).waitFor();
      await page.getByLabel("Speed").selectOption("1000");
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await wait(5000)(page);
    },
  ],
];

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of processor time. */
  tdur?: number;
  args?: { name?: string };
}

/** What every task of the page's own thread took, in milliseconds of processor time: a busy machine must not be mistaken for a slow page. */
function mainThreadTasks(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter((event) => event.name === "thread_name" && event.args?.name === "CrRendererMain");
  const tasks = threads.map(({ pid, tid }) => traceEvents.flatMap((event) => (event.pid === pid && event.tid === tid && /RunTask$/.test(event.name) && event.tdur !== undefined ? [event.tdur / 1000] : [])));
  const total = (list: number[]) => list.reduce((sum, ms) => sum + ms, 0);
  return tasks.sort((one, other) => total(other) - total(one))[0] ?? [];
}

test("how the page bears a search", { timeout: 300_000 }, async () => {
  const ready: number[] = [];
  for (let visit = 0; visit < 7; visit++) {
    const { page, close } = await open("", { landing: true });
    ready.push(await page.evaluate(() => performance.getEntriesByName("foray-ready")[0]?.startTime ?? Infinity));
    await close();
  }
  ready.sort((one, other) => one - other);
  console.log(`interactive: best ${Math.round(ready[0] ?? 0)} ms, median ${Math.round(ready[3] ?? 0)} ms, worst ${Math.round(ready[6] ?? 0)} ms of 7 first visits`);
  for (const [name, hash, go] of work) {
    const { page, close } = await open(hash);
    await page.waitForTimeout(500);
    await site.browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
    await go(page);
    const tasks = mainThreadTasks(await site.browser.stopTracing());
    const long = tasks.filter((ms) => ms >= 50);
    console.log(`${name}: ${tasks.length} tasks, the longest ${Math.max(0, ...tasks).toFixed(0)} ms, ${long.length} of 50 ms or more`);
    await close();
  }
});
