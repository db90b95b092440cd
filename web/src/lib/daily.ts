// The board of the day: the same board, opponent and luck for everybody, because all of it follows from the date. The week grows harder from
// Monday to Sunday. Nobody but the date decides anything, so no server is needed.
import type { Outcome, Setup } from "../contract.ts";
import { dayNumber } from "./days.ts";
import { human } from "./players.ts";

export interface DailyBoard {
  setup: Setup & { board: string };
  /** The visitor begins. */
  players: [string, string];
  /** Whoever says what was possible: the strong engine in the visitor's place, against the same opponent. */
  par: [string, string];
}

/** Game, size and the opponent's level, Monday first. */
const week = [
  ["squirrels", "5x5", 1],
  ["wargame", "5x5", 2],
  ["stakeraid", "5x5", 2],
  ["wargame", "6x6", 3],
  ["squirrels", "6x6", 3],
  ["stakeraid", "6x6", 4],
  ["wargame", "6x6", 5],
] as const;

export function dailyBoard(day: string): DailyBoard {
  const [game, size, level] = week[(dayNumber(day) + 3) % 7] as (typeof week)[number];
  const seed = Number(day.replaceAll("-", ""));
  const opponent = `engine:level=${level},seed=${seed}`;
  return { setup: { game, board: `random:${seed}:${size}` }, players: [human, opponent], par: ["engine:level=8,seed=1", opponent] };
}

/** The name of the game of a day in the library: there is one try, however often the page is opened. */
const prefix = "day-";
export const dailyId = (day: string): string => `${prefix}${day}`;
export const dayOfGame = (id: string): string | null => (id.startsWith(prefix) ? id.slice(prefix.length) : null);

export interface DailyResult {
  outcome: Outcome;
  /** Own points less the opponent's. */
  margin: number;
  /** What the strong engine got; missing until it has played. */
  par?: number;
  /** Whether it was played on its day. */
  onTime: boolean;
  /** The margin at six points of the game, for the line to share. */
  course: number[];
}

const marks = 6;
/** The margin after each sixth of the game. */
export function courseOf(margins: readonly number[]): number[] {
  return Array.from({ length: marks }, (_, index) => margins[Math.round(((index + 1) * (margins.length - 1)) / marks)] ?? 0);
}

const signed = (value: number) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** One line to send to friends: it says how it went and gives nothing away. */
export function shareLine(day: string, title: string, { margin, par, course }: DailyResult, streak: number): string {
  const squares = course.map((one) => (one > 0 ? "🟦" : one < 0 ? "🟩" : "⬜")).join("");
  const days = streak > 1 ? ` · ${streak} 🔥` : "";
  return `Foray ${day} · ${title} ${squares} ${signed(margin)}${par === undefined ? "" : ` (par ${signed(par)})`}${days}`;
}

function resultOf(value: unknown): DailyResult | null {
  const one = value as Partial<DailyResult> | null;
  if (typeof one?.margin !== "number" || !["first", "second", "draw"].includes(one.outcome ?? "")) return null;
  const course = Array.isArray(one.course) ? one.course.filter((each) => typeof each === "number") : [];
  return { outcome: one.outcome as Outcome, margin: one.margin, onTime: one.onTime === true, course, ...(typeof one.par === "number" && { par: one.par }) };
}

/** Results by day as they were kept; what is none is left out. */
export function readResults(text: string | null): Record<string, DailyResult> {
  try {
    const all = Object.entries(JSON.parse(text ?? "{}") as Record<string, unknown>);
    return Object.fromEntries(all.flatMap(([day, value]) => (resultOf(value) ? [[day, resultOf(value) as DailyResult]] : [])));
  } catch {
    return {};
  }
}
