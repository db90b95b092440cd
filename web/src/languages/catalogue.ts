// What a language file holds: the texts of English by the same keys.
import type { English as Home } from "../strings-home.ts";
import type { English as Later } from "../strings-later.ts";
import type { English as Lessons } from "../strings-lessons.ts";
import type { English as First } from "../strings.ts";

/** The same keys with texts of the same parameters. */
export type Translated<Text> = Text extends (...values: infer Values) => string
  ? (...values: Values) => string
  : Text extends string
    ? string
    : Text extends readonly unknown[]
      ? Text
      : { [Key in keyof Text]?: Translated<Text[Key]> };

export interface Catalogue {
  first?: Translated<First>;
  home?: Translated<Home>;
  later?: Translated<Later>;
  lessons?: Translated<Lessons>;
}
