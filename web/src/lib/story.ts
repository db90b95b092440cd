// How a game was decided, in words that follow from facts: whose mistakes they were, how much each gave away, and what the answer turned.
import type { Outcome, Side, SmallState } from "../contract.ts";
import { turningPoints, type Mistake } from "./review.ts";

export interface Moment {
  mistake: Mistake;
  /** Which move of its side it was, from 1. */
  number: number;
  /** Where it went, and where the better move goes; -1 where there is no such square. */
  to: number;
  betterTo: number;
  /** Points or pieces that it brought at once. */
  gained: number;
  turned: number;
  answer: string | null;
  /** How many pieces of the mover the answer turned. */
  lost: number;
}

export interface Story {
  loser: Side | null;
  margin: number;
  moments: Moment[];
  /** Mistakes of the person, to be mended; of both sides where two persons or two computers played. */
  own: Mistake[];
}

/** The square where a move ends: the last one of its name. */
export function targetOf(move: string, names: readonly string[]): number {
  const name = /([a-z]+\d+)\*?$/.exec(move)?.[1];
  return name ? names.indexOf(name) : -1;
}

const scoreOf = (state: SmallState, side: Side) => state.scores[side === "first" ? 0 : 1];

export function storyOf(mistakes: readonly Mistake[], history: readonly SmallState[], names: readonly string[], outcome: Outcome, person: Side | null): Story {
  const loser: Side | null = outcome === "first" ? "second" : outcome === "second" ? "first" : null;
  const last = history.at(-1);
  const moments = turningPoints(mistakes, loser).map((mistake): Moment => {
    const before = history[mistake.ply];
    const after = history[mistake.ply + 1];
    const answer = history[mistake.ply + 2]?.last ?? null;
    return {
      mistake,
      number: Math.floor(mistake.ply / 2) + 1,
      to: targetOf(mistake.move, names),
      betterTo: targetOf(mistake.better ?? "", names),
      gained: before && after ? scoreOf(after, mistake.side) - scoreOf(before, mistake.side) : 0,
      turned: after?.last?.captures.length ?? 0,
      answer: answer?.move ?? null,
      lost: answer?.captures.length ?? 0,
    };
  });
  const own = mistakes.filter(({ side, grade }) => grade !== "inaccuracy" && (person === null || side === person));
  return { loser, margin: last ? Math.abs(last.scores[0] - last.scores[1]) : 0, moments, own };
}
