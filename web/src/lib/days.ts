// Days of the visitor's calendar as text, "2026-11-19", how many of them in a row something was done, and what a day chooses.

const dayMs = 86_400_000;
const two = (part: number) => String(part).padStart(2, "0");

/** The day that the visitor's own calendar shows. */
export const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Days since the first of January 1970, by which days are counted and compared. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs);

export const dayAt = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);

export const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && dayAt(dayNumber(text)) === text;

export interface Streak {
  /** Up to today; yesterday keeps it alive until today is over. */
  now: number;
  best: number;
}

export function streakOf(days: Iterable<string>, today: string): Streak {
  const numbers = [...new Set(days)].map(dayNumber).sort((a, b) => a - b);
  let best = 0;
  let run = 0;
  let now = 0;
  numbers.forEach((number, index) => {
    run = index > 0 && numbers[index - 1] === number - 1 ? run + 1 : 1;
    best = Math.max(best, run);
    const age = dayNumber(today) - number;
    if (age === 0 || age === 1) now = run;
  });
  return { now, best };
}

/** A month as weeks of seven, from Monday; null where a place belongs to another month. */
export function monthOf(day: string): (string | null)[][] {
  const first = `${day.slice(0, 7)}-01`;
  const from = dayNumber(first);
  // The first of January 1970 was a Thursday.
  const lead = (from + 3) % 7;
  const places: (string | null)[] = Array.from({ length: lead }, () => null);
  for (let number = from; dayAt(number).slice(0, 7) === day.slice(0, 7); number++) places.push(dayAt(number));
  while (places.length % 7 !== 0) places.push(null);
  return Array.from({ length: places.length / 7 }, (_, week) => places.slice(7 * week, 7 * week + 7));
}

/** Which of so many puzzles a day shows everybody. Those of a game lie side by side: steps that have no factor in common with their number
 *  mix them, and show each once before any comes again. */
export function puzzleOfDay(day: string, count: number): number {
  const factor = (a: number, b: number): number => (b === 0 ? a : factor(b, a % b));
  let step = 89;
  while (factor(step, count) > 1) step++;
  return (dayNumber(day) * step) % count;
}
