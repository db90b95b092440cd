// Whole games of every variant at the sizes that people play, by mouse, finger and keyboard. These run in Chromium and in Firefox.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phone, tapAt } from "./browser.ts";
import { over } from "./moves.ts";
import { open } from "./site.ts";

/** The seeds make the games of these tests the same every time. */
const boards = {
  mouse: [
    ["War Game, 6x6", "#g=wargame&b=Smolensk"],
    ["Squirrels, 5x5", "#g=squirrels&b=Kalamazoo"],
    ["Stake & Raid, 8x8", "#g=stakeraid&b=random:3:8x8"],
    ["Ataxx Reloaded, 7x7", "#g=reloaded&b=7x7"],
    ["Ataxx, 7x7", "#g=ataxx&b=7x7"],
  ],
  finger: [
    ["War Game, 8x8", "#g=wargame&b=random:5:8x8"],
    ["Squirrels, 5x5", "#g=squirrels&b=Peoria"],
    ["Stake & Raid, 10x10", "#g=stakeraid&b=random:7:10x10"],
    ["Ataxx Reloaded, 8x8", "#g=reloaded&b=8x8"],
    ["Ataxx, 10x10", "#g=ataxx&b=10x10"],
  ],
  keyboard: [
    ["War Game, 7x7", "#g=wargame&b=random:7:7x7"],
    ["Squirrels, 6x6", "#g=squirrels&b=random:2:6x6"],
    ["Stake & Raid, 6x6", "#g=stakeraid&b=random:4:6x6"],
    ["Ataxx Reloaded, 6x6", "#g=reloaded&b=6x6"],
    ["Ataxx, 8x8", "#g=ataxx&b=8x8"],
  ],
} as const;
type Hand = keyof typeof boards;

/** What a person can do now: press at a point of the screen, or go some squares on from where the keyboard stands and press there. */
interface Turn {
  over: boolean;
  hash: string;
  x: number;
  y: number;
  right: number;
  down: number;
}

/** Waits until it is a person's turn or the game is over. Of what can be played it takes the square nearest to where the keyboard stands. */
async function nextTurn(page: Page): Promise<Turn> {
  const found = await page.waitForFunction(() => {
    const none = { over: false, hash: location.hash, x: 0, y: 0, right: 0, down: 0 };
    const text = document.querySelector(".status")?.textContent ?? "";
    if (/wins|draw/i.test(text)) return { ...none, over: true };
    const middle = (element: Element) => {
      element.scrollIntoView({ block: "nearest" });
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const pass = [...document.querySelectorAll<HTMLElement>(".status button")].find((button) => button.textContent === "Pass");
    if (pass) {
      pass.focus();
      return { ...none, ...middle(pass) };
    }
    const cols = Number(document.querySelector("[role=grid]")?.getAttribute("aria-colcount"));
    const at = (cell: Element | null) => Number((cell as HTMLElement | null)?.dataset["place"] ?? 0);
    const here = at(document.activeElement);
    const steps = [...document.querySelectorAll('[role=gridcell][aria-label*="can be played"]')].map((cell) => {
      const [right, down] = [(at(cell) % cols) - (here % cols), Math.floor(at(cell) / cols) - Math.floor(here / cols)];
      return { cell, right, down, far: Math.abs(right) + Math.abs(down) };
    });
    const nearest = steps.sort((one, other) => one.far - other.far)[0];
    return nearest ? { ...none, ...middle(nearest.cell), right: nearest.right, down: nearest.down } : null;
  });
  return (await found.jsonValue()) as Turn;
}

/** Where the first answer to "Which move?" is, if that is asked; null once the move is made. */
async function asked(page: Page, before: string): Promise<{ x: number; y: number } | null> {
  const found = await page.waitForFunction((hash) => {
    if (location.hash !== hash) return "made";
    const answer = document.querySelector('[aria-label="Which move?"] button');
    if (!answer) return null;
    const box = answer.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, before);
  const answer = (await found.jsonValue()) as "made" | { x: number; y: number };
  return answer === "made" ? null : answer;
}

const hands: Record<Hand, { turn: (page: Page, turn: Turn) => Promise<void>; answer: (page: Page, at: { x: number; y: number }) => Promise<void> }> = {
  mouse: {
    turn: (page, { x, y }) => page.mouse.click(x, y),
    answer: (page, { x, y }) => page.mouse.click(x, y),
  },
  finger: { turn: tapAt, answer: tapAt },
  keyboard: {
    turn: async (page, { right, down }) => {
      for (let step = 0; step < Math.abs(right); step++) await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
      for (let step = 0; step < Math.abs(down); step++) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
      await page.keyboard.press("Enter");
    },
    answer: (page) => page.keyboard.press("Enter"),
  },
};

/** Tab after Tab until the keyboard is on the board. */
async function enterBoard(page: Page): Promise<void> {
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell")) return;
  }
  throw new Error("the board cannot be reached by Tab");
}

async function wholeGame(hand: Hand, hash: string): Promise<void> {
  // The computer answers at once to those who want nothing to move.
  const { page, troubles, close } = await open(`${hash}&p=human~engine:level=2,seed=1`, { ...(hand === "finger" && phone), reducedMotion: "reduce" });
  if (hand === "keyboard") await enterBoard(page);
  for (let turn = await nextTurn(page); !turn.over; turn = await nextTurn(page)) {
    await hands[hand].turn(page, turn);
    const question = await asked(page, turn.hash);
    if (!question) continue;
    await hands[hand].answer(page, question);
    await page.waitForFunction((hash) => location.hash !== hash, turn.hash);
  }
  await expect.poll(() => over(page)).toMatch(/wins|draw/i);
  if (hand === "finger") await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  expect(troubles).toEqual([]);
  await close();
}

test.each(boards.mouse)("%s by mouse", (_name, hash) => wholeGame("mouse", hash));
test.each(boards.finger)("%s by finger on a phone", (_name, hash) => wholeGame("finger", hash));
test.each(boards.keyboard)("%s by keyboard alone", (_name, hash) => wholeGame("keyboard", hash));
