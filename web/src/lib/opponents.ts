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
  { level: 1, name: "Scout", elo: { raid: 1000, ataxx: 1000 }, about: "sees one move, and often looks away" },
  { level: 2, name: "Ranger", elo: { raid: 1230, ataxx: 1263 }, about: "sees one move" },
  { level: 3, name: "Sergeant", elo: { raid: 1430, ataxx: 1831 }, about: "sees your answer too" },
  { level: 4, name: "Captain", elo: { raid: 1674, ataxx: 2174 }, about: "sees three moves, errs rarely" },
  { level: 5, name: "Major", elo: { raid: 1805, ataxx: 2354 }, about: "looks at a thousand positions" },
  { level: 6, name: "Colonel", elo: { raid: 1947, ataxx: 2778 }, about: "looks at six thousand positions" },
  { level: 7, name: "General", elo: { raid: 2141, ataxx: 3180 }, about: "looks at forty thousand positions" },
  { level: 8, name: "Marshal", elo: { raid: 2268, ataxx: 3616 }, about: "looks at half a million positions" },
];

/** For the first games, and for children: it plays anything. */
export const beginner = { player: "random", name: "Kitten", about: "plays anything" };

export const opponentOf = (level: number): Opponent | undefined => opponents.find((one) => one.level === level);
