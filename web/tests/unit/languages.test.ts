// Every language says what English says: the same keys, the same places for names and numbers, every plural form; and no component holds a
// text of its own.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { bestLanguage, languageNames } from "../../src/language.svelte.ts";
import { pluralForms, wording, type Code } from "../../src/lib/wording.ts";
import { english as first } from "../../src/strings.ts";
import { english as home } from "../../src/strings-home.ts";
import { english as later } from "../../src/strings-later.ts";
import { english as lessons } from "../../src/strings-lessons.ts";

const source = resolve(import.meta.dirname, "../../src");
const english = { first, home, later, lessons };
const codes = Object.keys(languageNames).filter((code) => code !== "en");
const texts = async (code: string) => ((await import(`../../src/languages/${code}.ts`)) as { default: unknown }).default;

type Leaf = string | ((...values: never[]) => string) | readonly unknown[];

/** Every text by its key: `later.games.title`. */
function leaves(tree: unknown, key = ""): Map<string, Leaf> {
  if (typeof tree === "string" || typeof tree === "function" || Array.isArray(tree)) return new Map([[key, tree as Leaf]]);
  const out = new Map<string, Leaf>();
  for (const [name, part] of Object.entries(tree ?? {})) for (const [path, leaf] of leaves(part, key ? `${key}.${name}` : name)) out.set(path, leaf);
  return out;
}

/** What a text with places says when they are filled with words and numbers. */
function said(text: (...values: never[]) => string): string {
  const values = Array.from({ length: Math.max(text.length, 1) }, (_, index) => [
    41 + index,
    `«${index}»`,
    [`«${index}a»`, `«${index}b»`],
    true,
  ]);
  // The types of the places are known to the compiler alone: the first that the text can be made with is the one it has.
  for (let kind = 0; kind < 3 ** values.length; kind++) {
    const chosen = values.map((one, index) => one[Math.floor(kind / 3 ** index) % 3]);
    try {
      const made = text(...(chosen as never[]));
      if (typeof made === "string" && !/undefined|NaN|object/.test(made)) return made;
    } catch {
      // A list where a word is wanted, or the other way round.
    }
  }
  throw new Error("no values fit");
}

/** The places of a filled text, in any order: `«0»`, and 41 for the same place filled with a number. */
const places = (made: string) => [...new Set((made.match(/«\d[ab]?»|(?<!\d)4[1-9](?!\d)/g) ?? []).map((place) => (place.startsWith("4") ? `«${Number(place) - 41}»` : place)))].sort();
const braces = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(codes)("%s", (code) => {
  test("has every text of English and no other", async () => {
    const there = leaves(await texts(code));
    const wanted = leaves(english);
    // Proper names may stay as they are.
    const free = /^first\.(titles\..*|name|screenTitle)$/;
    expect([...wanted.keys()].filter((key) => !there.has(key) && !free.test(key)), `missing in ${code}`).toEqual([]);
    expect([...there.keys()].filter((key) => !wanted.has(key) && !free.test(key)), `only in ${code}`).toEqual([]);
  });

  test("has the same places for names and numbers", async () => {
    const there = leaves(await texts(code));
    for (const [key, text] of leaves(english)) {
      const other = there.get(key);
      if (other === undefined) continue;
      expect(typeof other, key).toBe(typeof text);
      if (Array.isArray(text)) {
        expect((other as unknown[]).length, key).toBe(text.length);
        expect(JSON.stringify(other).length, key).toBeGreaterThan(10);
      } else if (typeof text === "string") {
        expect(other, key).not.toBe("");
        expect(braces(other as string), key).toEqual(braces(text));
      } else {
        expect(places(said(other as () => string)), key).toEqual(places(said(text as () => string)));
      }
    }
  });

  test("has a form for every count", () => {
    const rules = new Intl.PluralRules(code);
    const known: readonly string[] = pluralForms[code as Code];
    for (const count of [...Array.from({ length: 201 }, (_, index) => index), 1000, 12_345]) expect(known, `${count}`).toContain(rules.select(count));
    const forms = Object.fromEntries(known.map((form) => [form, `# ${form}`]));
    for (const count of [0, 1, 2, 3, 11, 20, 100]) expect((wording(code as Code).plural as (count: number, forms: object) => string)(count, forms)).toBe(`${count} ${rules.select(count)}`);
  });
});

test("the language is the first wanted one that there is", () => {
  expect(bestLanguage(["de-AT", "en"])).toBe("de");
  expect(bestLanguage(["tlh", "EN-us"])).toBe("en");
  expect(bestLanguage(["tlh"])).toBe("en");
  expect(bestLanguage([])).toBe("en");
});

describe("components", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".svelte"));
  /** Words that are the same in every language. */
  const allowed = /^(Foray|Alpha|Beta|Max|Min|Elo|Node,Depth,Value(,Alpha,Beta)?|PGN|JSON|GIF|PNG|SVG)$/;

  test.each(files)("%s holds no text of its own", (name) => {
    const markup = readFileSync(resolve(source, name), "utf8")
      .replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, "");
    const found: string[] = [];
    // Expressions first: what is left between tags is literal text.
    let bare = markup;
    for (let before = ""; before !== bare; ) {
      before = bare;
      bare = bare.replace(/\{[^{}]*\}/g, (expression) => {
        for (const literal of expression.match(/"[^"]*[a-z] [a-z][^"]*"/g) ?? []) found.push(literal);
        return "";
      });
    }
    bare = bare.replace(/=>/g, "").replace(/ (aria-label|title|placeholder|alt)="([^"]*)"/g, (_, attribute: string, text: string) => {
      if (/\p{L}{2}/u.test(text) && !allowed.test(text.trim())) found.push(`${attribute}="${text}"`);
      return "";
    });
    for (const [, text = ""] of bare.matchAll(/>([^<>]*)</g)) if (/\p{L}{2}/u.test(text) && !allowed.test(text.trim())) found.push(text.trim());
    expect(found).toEqual([]);
  });
});
