// Glicko: how strong somebody is, and how sure that is. After M. Glickman, "The Glicko system" (1995), glicko.net; puzzles are opponents whose
// strength does not change.

export interface Rating {
  rating: number;
  deviation: number;
}

export interface Score extends Rating {
  /** 1 for a win, 0 for a loss. */
  score: number;
}

export const unrated: Rating = { rating: 1200, deviation: 350 };
/** Somebody who plays every day is never known better than this: people improve. */
const leastDeviation = 45;
const q = Math.LN10 / 400;

const g = (deviation: number) => 1 / Math.sqrt(1 + (3 * q * q * deviation * deviation) / (Math.PI * Math.PI));

/** The chance of winning. */
export const expected = (one: Rating, other: Rating): number => 1 / (1 + 10 ** ((-g(other.deviation) * (one.rating - other.rating)) / 400));

export function rated(one: Rating, results: readonly Score[]): Rating {
  let information = 0;
  let surprise = 0;
  for (const other of results) {
    const weight = g(other.deviation);
    const chance = expected(one, other);
    information += weight * weight * chance * (1 - chance);
    surprise += weight * (other.score - chance);
  }
  const precision = 1 / (one.deviation * one.deviation) + q * q * information;
  return { rating: one.rating + (q / precision) * surprise, deviation: Math.max(leastDeviation, Math.sqrt(1 / precision)) };
}
