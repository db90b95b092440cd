// What was missed comes back: after a day, after three, after a week, and then it is known. A miss begins anew.
import type { Setup } from "../contract.ts";
import { dayAt, dayNumber } from "./days.ts";
import type { Mistake } from "./review.ts";

export interface Card {
  /** The game up to the mistake: a position is the same exercise in whatever game it came about. */
  setup: Setup;
  moves: string[];
  mistake: Mistake;
  /** How often it was found in a row; at the end of the list it is known. */
  found: number;
  due: string;
}

const waits = [1, 3, 7];
/** Nobody repeats more; the oldest ones go. */
const most = 300;

export const cardKey = ({ setup, moves }: Pick<Card, "setup" | "moves">): string => JSON.stringify([setup.game, setup.raid ?? "", setup.board ?? "", setup.start ?? "", moves]);

/** The pack after an exercise: `found` without the solution having been shown, or a wrong try before. */
export function practised(pack: readonly Card[], card: Omit<Card, "found" | "due">, found: boolean, today: string): Card[] {
  const key = cardKey(card);
  const before = pack.find((one) => cardKey(one) === key);
  const others = pack.filter((one) => one !== before);
  // Practice ahead of its day proves nothing about memory.
  if (before && found && before.due > today) return [...pack];
  const times = found ? (before ? before.found + 1 : waits.length) : 0;
  const wait = waits[times];
  if (wait === undefined) return others;
  return [...others, { ...card, found: times, due: dayAt(dayNumber(today) + wait) }].slice(-most);
}

export const dueOn = (pack: readonly Card[], today: string): Card[] => pack.filter(({ due }) => due <= today).sort((a, b) => a.due.localeCompare(b.due));

function isCard(value: unknown): value is Card {
  const one = value as Partial<Card> | null;
  return typeof one?.due === "string" && typeof one.found === "number" && Array.isArray(one.moves) && typeof one.setup?.game === "string" && typeof one.mistake?.ply === "number" && one.mistake.ply === one.moves.length;
}

export function readPack(text: string | null): Card[] {
  try {
    const all: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(all) ? all.filter(isCard) : [];
  } catch {
    return [];
  }
}
