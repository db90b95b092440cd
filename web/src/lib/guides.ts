// A guided game of a minute for every game: a few positions on a small board, each with one thing to do and what it shows. The desk plays them;
// tests/unit/contract.test.ts holds every step to the rules.
import type { LegalMove, Setup } from "../contract.ts";

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
function raidGuide(game: string, drop: string, raid: string, first: string, second: string, choice = ""): Guide {
  return {
    setup: { game, board: "1 3 5 3 1/2 6 9 4 2/3 8 7 5 1/1 4 2 5 3/2 1 3 1 2" },
    steps: [
      {
        start: "5/5/5/5/5 x 0",
        say: `You are ${first}. Every square is worth the number on it. Take the 9: press it.`,
        captures: 0,
        to: ["c2"],
        done: `That was a ${drop}: a piece on any empty square. You hold 9 points.`,
      },
      {
        start: "5/2x2/1o3/5/5 x 2",
        say: `${second} took the 8. Play beside your own piece and beside theirs: press the 6 or the 7.`,
        captures: 1,
        done: `That was a ${raid}. A piece placed beside one of your own takes every enemy piece that touches it, up, down, left or right. The 8 is yours now, and so is the square you played.${choice}`,
      },
      {
        start: "5/2x2/1o1o1/5/5 x 3",
        say: `One ${raid} can take several pieces. Which square touches yours and two of theirs?`,
        captures: 2,
        done: "Nothing is safe while there is an empty square beside it. When the board is full, more points win. That is the whole game.",
      },
    ],
  };
}

const ataxxSteps: GuideStep[] = [
  {
    start: "x3o/5/5/5/o3x x 0 1",
    say: "You are Black. A piece can grow into any of the eight squares around it. Press a square next to a black piece.",
    captures: 0,
    kind: "clone",
    done: "The piece doubled: you have one more than before.",
  },
  {
    start: "x3o/5/1ox2/5/o3x x 0 1",
    say: "Every white piece around the square where you arrive turns black. Grow beside the white piece in the middle.",
    captures: 1,
    kind: "clone",
    done: "It changed sides. All eight directions count, diagonals too.",
  },
  {
    start: "x3o/5/3o1/3o1/o3x x 0 1",
    say: "A piece can also jump two squares; then it leaves its place. Drag a black piece to the middle of the board, or press the piece and then the middle.",
    captures: 2,
    kind: "jump",
    done: "It turned two pieces, but it did not double. When nobody can move any more, more pieces win. That is the whole game.",
  },
];

export const guides: Record<string, Guide> = {
  wargame: raidGuide("wargame", "drop", "blitz", "Blue", "Green"),
  squirrels: raidGuide("squirrels", "sneak", "raid", "X", "O"),
  stakeraid: raidGuide("stakeraid", "stake", "raid", "X", "O", " You may also stake there and take nothing; then you are asked which you mean."),
  reloaded: {
    setup: { game: "reloaded", board: "5x5" },
    steps: ataxxSteps.map((step) => (step.kind === "jump" ? { ...step, done: step.done.replace("When", "Here a piece may also jump three squares, up, down, left or right. When") } : step)),
  },
  ataxx: { setup: { game: "ataxx", board: "5x5" }, steps: ataxxSteps },
};
