// English with every word stretched and accented: shows where a long language would not fit, and which text is in no catalogue.
import { english as home } from "../strings-home.ts";
import { english as later } from "../strings-later.ts";
import { english as lessons } from "../strings-lessons.ts";
import { english as first } from "../strings.ts";
import type { Catalogue } from "./catalogue.ts";

const accents: Record<string, string> = { a: "ãa", e: "êe", i: "ïi", o: "öo", u: "ûu", A: "Ãa", E: "Êe", I: "Ïi", O: "Öo", U: "Ûu" };

export const stretched = (text: string): string => text.replace(/\p{L}{3,}/gu, (word) => word.replace(/[aeiou]/gi, (vowel) => accents[vowel] ?? vowel));

function pseudo(text: unknown): unknown {
  if (typeof text === "string") return stretched(text);
  if (typeof text === "function") return (...values: unknown[]) => stretched((text as (...values: unknown[]) => string)(...values));
  if (Array.isArray(text)) return text.map(pseudo);
  if (typeof text === "object" && text !== null) return Object.fromEntries(Object.entries(text).map(([key, value]) => [key, pseudo(value)]));
  return text;
}

export default { first: pseudo(first), home: pseudo(home), later: pseudo(later), lessons: pseudo(lessons) } as Catalogue;
