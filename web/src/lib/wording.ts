// What a language file is written with: plural forms, numbers and lists as its language has them.

/** The forms that whole numbers take, as Intl.PluralRules names them; `many` of the Romance languages is for millions and reads like `other`. */
export const pluralForms = {
  en: ["one", "other"],
  de: ["one", "other"],
  fr: ["one", "other"],
  es: ["one", "other"],
  pt: ["one", "other"],
  ro: ["one", "few", "other"],
  hi: ["one", "other"],
  zh: ["other"],
  ar: ["zero", "one", "two", "few", "many", "other"],
} as const;

export type Code = keyof typeof pluralForms;
export type Forms<Language extends Code> = Record<(typeof pluralForms)[Language][number], string>;

/** Boards and moves have the digits 0 to 9: so do sentences. */
export const localeOf = (code: string): string => `${code}-u-nu-latn`;

export function wording<Language extends Code>(code: Language) {
  const rules = new Intl.PluralRules(code);
  const digits = new Intl.NumberFormat(localeOf(code));
  const names = new Intl.ListFormat(code);
  return {
    /** The form for a count, with the count in the place of `#`. */
    plural: (count: number, forms: Forms<Language>): string => {
      const chosen = forms as Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
      return (chosen[rules.select(count)] ?? chosen.other).replace("#", digits.format(count));
    },
    number: (value: number): string => digits.format(value),
    list: (parts: readonly string[]): string => names.format(parts),
  };
}
