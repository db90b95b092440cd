// The levels of the engine as opponents with names. The Elo numbers are those that docs/levels.md measured from one level to the next, with
// level 1 set to 1000: on Smolensk for the raid family, in Ataxx for the other.
export interface Opponent {
  level: number;
  name: string;
  /** In the raid and in the Ataxx family. */
  elo: { raid: number; ataxx: number };
  about: string;
}

export const opponents: readonly Opponent[] = [
  { level: 1, name: "Scout", elo: { raid: 1000, ataxx: 1000 }, about: "sees one move, and mostly looks away" },
  { level: 2, name: "Ranger", elo: { raid: 1288, ataxx: 1334 }, about: "sees one move, and often looks away" },
  { level: 3, name: "Sergeant", elo: { raid: 1533, ataxx: 1753 }, about: "sees one move, and errs now and then" },
  { level: 4, name: "Captain", elo: { raid: 1743, ataxx: 2372 }, about: "errs rarely" },
  { level: 5, name: "Major", elo: { raid: 1991, ataxx: 2815 }, about: "thinks a little ahead" },
  { level: 6, name: "Colonel", elo: { raid: 2188, ataxx: 3391 }, about: "looks at hundreds of positions" },
  { level: 7, name: "General", elo: { raid: 2405, ataxx: 4150 }, about: "looks at thousands of positions" },
  { level: 8, name: "Marshal", elo: { raid: 2675, ataxx: 4609 }, about: "looks at half a million positions" },
];

/** For the first games, and for children: it plays anything. */
export const beginner = { player: "random", name: "Kitten", about: "plays anything" };

export const opponentOf = (level: number): Opponent | undefined => opponents.find((one) => one.level === level);
