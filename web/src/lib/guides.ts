// A guided game of a minute for every game: a few positions on a small board, each with one thing to do and what it shows. The desk plays them;
// tests/unit/contract.test.ts holds every step to the rules.
import type { LegalMove, Setup } from "../contract.ts";
import { strings } from "../strings.ts";
import { homeStrings } from "../strings-home.ts";

export interface GuideStep {
  start: string;
  say: string;
  /** What the move must do: turn at least so many pieces, be of a kind, go to one of some squares. */
  captures: number;
  kind?: LegalMove["kind"];
  to?: string[];
  done: string;
}

export interface Guide {
  setup: Setup;
  steps: GuideStep[];
}

export function fulfils(step: GuideStep, move: LegalMove, names: string[]): boolean {
  return move.captures.length >= step.captures && (!step.kind || move.kind === step.kind) && (!step.to || step.to.includes(names[move.to] ?? ""));
}

export type Miss = "value" | "apart" | "few" | "kind";

/** Why a move does not: what a visitor should be told who tried it. `beside`: its square touches a piece of one's own, so that one may raid there. */
export function missOf(step: GuideStep, move: LegalMove, beside: boolean): Miss {
  if (step.kind && move.kind !== step.kind) return "kind";
  if (move.captures.length < step.captures) return move.kind === "place" && !beside ? "apart" : "few";
  return "value";
}

/** The raid family differs in names; what a raid does is the same. */
function raidGuide(game: string, first: string, second: string, choice = false): Guide {
  const text = homeStrings.guides.raid;
  const { drop, raid } = homeStrings.guides.words[game] ?? { drop: "drop", raid: "raid" };
  return {
    setup: { game, board: "1 3 5 3 1/2 6 9 4 2/3 8 7 5 1/1 4 2 5 3/2 1 3 1 2" },
    steps: [
      { start: "5/5/5/5/5 x 0", say: text.first(first), captures: 0, to: ["c2"], done: text.firstDone(drop) },
      { start: "5/2x2/1o3/5/5 x 2", say: text.second(second), captures: 1, done: text.secondDone(raid) + (choice ? ` ${text.choice}` : "") },
      { start: "5/2x2/1o1o1/5/5 x 3", say: text.third(raid), captures: 2, done: text.thirdDone },
    ],
  };
}

function ataxxGuide(game: string): Guide {
  const text = homeStrings.guides.ataxx;
  return {
    setup: { game, board: "5x5" },
    steps: [
      { start: "x3o/5/5/5/o3x x 0 1", say: text.grow, captures: 0, kind: "clone", done: text.grown },
      { start: "x3o/5/1ox2/5/o3x x 0 1", say: text.turn, captures: 1, kind: "clone", done: text.turned },
      { start: "x3o/5/3o1/3o1/o3x x 0 1", say: text.jump, captures: 2, kind: "jump", done: game === "reloaded" ? text.jumpedFar : text.jumped },
    ],
  };
}

const side = (name: string) => strings.sides[name] ?? name;

/** In the language in force. */
const makers: Record<string, () => Guide> = {
  wargame: () => raidGuide("wargame", side("Blue"), side("Green")),
  squirrels: () => raidGuide("squirrels", "X", "O"),
  stakeraid: () => raidGuide("stakeraid", "X", "O", true),
  reloaded: () => ataxxGuide("reloaded"),
  ataxx: () => ataxxGuide("ataxx"),
};

export const guided = Object.keys(makers);
export const guideOf = (game: string): Guide | undefined => makers[game]?.();
