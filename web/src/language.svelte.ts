// The language of the page. English is the source: strings.ts and its neighbours hold it, and other languages (languages/) are loaded when they
// are wanted. A text that a language lacks is shown in English.
import type { Catalogue } from "./languages/catalogue.ts";
import { localeOf } from "./lib/wording.ts";

/** Every language by its own name. */
export const languageNames = { en: "English", de: "Deutsch", fr: "Français", es: "Español", pt: "Português", ro: "Română", hi: "हिन्दी", zh: "中文", ar: "العربية" } as const;
export type LanguageCode = keyof typeof languageNames;

const loaders: Record<string, () => Promise<{ default: Catalogue }>> = {
  de: () => import("./languages/de.ts"),
  fr: () => import("./languages/fr.ts"),
  es: () => import("./languages/es.ts"),
  pt: () => import("./languages/pt.ts"),
  ro: () => import("./languages/ro.ts"),
  hi: () => import("./languages/hi.ts"),
  zh: () => import("./languages/zh.ts"),
  ar: () => import("./languages/ar.ts"),
  // For whoever builds a screen: is there room for a long language?
  pseudo: () => import("./languages/pseudo.ts"),
};

const rightToLeft = new Set(["ar", "he", "fa", "ur"]);

/** The first of the wanted languages that the page has: `de-AT` finds German. */
export function bestLanguage(wanted: readonly string[], known: readonly string[] = Object.keys(languageNames)): string {
  for (const tag of wanted) {
    const [primary = ""] = tag.toLowerCase().split("-");
    if (known.includes(primary)) return primary;
  }
  return "en";
}

class Language {
  code = $state("en");
  #texts = $state.raw<Catalogue>({});
  #wanted = "en";

  get texts(): Catalogue {
    return this.#texts;
  }

  /** "auto" is what the browser prefers. Throws what keeps a language from being loaded; then the page stays as it is. */
  async use(choice: string): Promise<void> {
    const code = choice === "auto" ? bestLanguage(navigator.languages) : choice in languageNames || choice in loaders ? choice : "en";
    this.#wanted = code;
    const texts = code === "en" ? {} : (await loaders[code]?.())?.default;
    // Whoever chose again meanwhile has the last word.
    if (this.#wanted !== code || !texts) return;
    this.#texts = texts;
    this.code = code;
    document.documentElement.lang = code;
    document.documentElement.dir = rightToLeft.has(code) ? "rtl" : "ltr";
  }

  /** With at most that many digits after the point, and a real minus sign. */
  number(value: number, digits = 0): string {
    return this.#formatOf(digits).format(value).replace("-", "−");
  }

  date(when: Date | number): string {
    return new Intl.DateTimeFormat(localeOf(this.code), { dateStyle: "medium", timeStyle: "short" }).format(when);
  }

  #formats = new Map<string, Intl.NumberFormat>();

  #formatOf(digits: number): Intl.NumberFormat {
    const key = `${this.code} ${digits}`;
    const known = this.#formats.get(key) ?? new Intl.NumberFormat(localeOf(this.code), { maximumFractionDigits: digits });
    this.#formats.set(key, known);
    return known;
  }
}

export const language = new Language();

type Tree = Record<string | symbol, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

/** English texts that read as those of the language in force: whoever looks at one in a component sees it change. */
function inForce(english: Tree, texts: () => unknown): Tree {
  const parts = new Map<string | symbol, Tree>();
  return new Proxy(english, {
    get(_, key) {
      const own = english[key];
      const there = texts();
      if (!isTree(own)) return (isTree(there) ? there[key] : undefined) ?? own;
      let part = parts.get(key);
      if (!part) parts.set(key, (part = inForce(own, () => { const all = texts(); return isTree(all) ? all[key] : undefined; })));
      return part;
    },
  });
}

export function spoken<Texts extends object>(part: keyof Catalogue, english: Texts): Texts {
  return inForce(english as Tree, () => language.texts[part]) as Texts;
}
