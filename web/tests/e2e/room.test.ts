// Words stay in their boxes on a phone: in the language that stretches every word, in German and from right to left.
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { screens } from "../screens.ts";
import { open } from "./site.ts";

const looked = ["home", "guide", "play", "choosing", "resign", "over", "review", "edit", "learn", "course", "lesson", "puzzles", "games", "setup", "setupataxx", "settings", "help"];
const languages = ["pseudo", "de", "ar"];

/** As if the visitor had chosen it in another tab. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((wanted) => {
    const key = "foray.settings";
    localStorage.setItem(key, JSON.stringify({ ...(JSON.parse(localStorage.getItem(key) ?? "{}") as object), language: wanted }));
    dispatchEvent(new StorageEvent("storage", { key }));
  }, language);
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe(language);
}

/** Texts that reach out of the box they stand in, or of the screen. */
function strays(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const slack = 1.5;
    const scrolls = (box: Element, axis: "overflowX" | "overflowY") => /auto|scroll/.test(getComputedStyle(box)[axis]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (!holder || !node.textContent?.trim() || holder.closest(".visually-hidden, noscript, option, [aria-hidden=true]")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
      let box: Element | null = holder;
      while (box && getComputedStyle(box).display === "inline") box = box.parentElement;
      let sideways = false;
      for (let outer: Element | null = holder; outer; outer = outer.parentElement) sideways ||= scrolls(outer, "overflowX");
      if (!box || sideways) continue;
      const room = box.getBoundingClientRect();
      for (const rect of rects) {
        const out = rect.left < room.left - slack || rect.right > room.right + slack || rect.top < room.top - rect.height / 2 || rect.bottom > room.bottom + rect.height / 2;
        const off = rect.left < -slack || rect.right > innerWidth + slack;
        if (!out && !off) continue;
        found.push(`${box.tagName.toLowerCase()}.${box.className}: "${node.textContent.trim().slice(0, 40)}" ${Math.round(rect.left)}..${Math.round(rect.right)} in ${Math.round(room.left)}..${Math.round(room.right)}`);
        break;
      }
    }
    if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    return found;
  });
}

/** Names that are the same in every language or were kept with a game: sides, games, boards, the columns of a course's log, and months, which the browser names. */
const names = new RegExp(
  `^(${[
    "Blue|Green|Foray|Ataxx|War|Game|Squirrels|Stake|Raid|Reloaded|root",
    "Keren|Narvik|Sevastopol|Smolensk|Westerplatte|Kalamazoo|Peoria|Piqua|Punxsutawney|Wallawalla",
    "Node|Depth|Value|Alpha|Beta|Infinity",
    "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec",
  ].join("|")})$`,
);

/** Words that stay English where every word of the catalogue is stretched: texts of no catalogue. */
function unstretched(page: Page): Promise<string[]> {
  return page.evaluate((known) => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest("noscript, svg, select, .names, [lang]:not(html)")) continue;
      for (const [word] of (node.textContent ?? "").matchAll(/\p{L}{3,}/gu)) {
        if (/(?<![ãÃ])a|(?<![êÊ])e|(?<![ïÏ])i|(?<![öÖ])o|(?<![ûÛ])u/.test(word) && !new RegExp(known).test(word)) found.add(word);
      }
    }
    return [...found];
  }, names.source);
}

test.each(looked)("%s has room for long words", async (name) => {
  const screen = screens[name];
  if (!screen) throw new Error(`no screen ${name}`);
  const { page, troubles, close } = await open(screen.hash, { viewport: { width: 390, height: 844 }, reducedMotion: "reduce", ...(screen.landing && { landing: true }) });
  await screen.go?.(page);
  for (const language of languages) {
    await speak(page, language);
    expect(await page.locator("html").getAttribute("dir")).toBe(language === "ar" ? "rtl" : "ltr");
    expect(await strays(page), language).toEqual([]);
    if (language === "pseudo") expect(await unstretched(page)).toEqual([]);
  }
  expect(troubles).toEqual([]);
  await close();
});
