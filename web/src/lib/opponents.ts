// The levels of the engine as opponents with names. The Elo numbers are those that docs/levels.md measured from one level to the next, with
// level 1 set to 1000: on Smolensk for the raid family, in Ataxx for the other.
import { strings } from "../strings.ts";

export interface Opponent {
  level: number;
  readonly name: string;
  /** In the raid and in the Ataxx family. */
  elo: { raid: number; ataxx: number };
  readonly about: string;
}

const elos: readonly Opponent["elo"][] = [
  { raid: 1000, ataxx: 1000 },
  { raid: 1288, ataxx: 1334 },
  { raid: 1533, ataxx: 1753 },
  { raid: 1743, ataxx: 2372 },
  { raid: 1991, ataxx: 2815 },
  { raid: 2188, ataxx: 3391 },
  { raid: 2405, ataxx: 4150 },
  { raid: 2675, ataxx: 4609 },
];

export const opponents: readonly Opponent[] = elos.map((elo, index) => ({
  level: index + 1,
  elo,
  get name() {
    return strings.opponents[index]?.name ?? "";
  },
  get about() {
    return strings.opponents[index]?.about ?? "";
  },
}));

/** For the first games, and for children: it plays anything. */
export const beginner = {
  player: "random",
  get name() {
    return strings.beginner.name;
  },
  get about() {
    return strings.beginner.about;
  },
};

export const opponentOf = (level: number): Opponent | undefined => opponents.find((one) => one.level === level);
