// The ladder: opponents from the weakest to the strongest. Whoever beats one may challenge the next.
import type { Outcome } from "../contract.ts";
import { beginner, opponents } from "./opponents.ts";
import { human } from "./players.ts";

export interface Rung {
  player: string;
  name: string;
  about: string;
  level: number;
  won: number;
  drawn: number;
  lost: number;
  open: boolean;
}

export interface PlayedGame {
  players: readonly [string, string];
  outcome: Outcome;
  /** Of a game that came from a file: somebody else played it. */
  names?: readonly [string, string] | null;
}

/** Seeds are luck, not strength. */
const plain = (player: string) => player.replace(/,seed=\d+$/, "").replace(/^random:.*$/, "random");

/** The first two are open from the start: one for children, one to begin with. */
export function ladderOf(games: readonly PlayedGame[]): Rung[] {
  const rungs: Rung[] = [
    { player: beginner.player, name: beginner.name, about: beginner.about, level: 0 },
    ...opponents.map(({ level, name, about }) => ({ player: `engine:level=${level}`, name, about, level })),
  ].map((one) => ({ ...one, won: 0, drawn: 0, lost: 0, open: one.level <= 1 }));
  for (const { players, outcome, names } of games) {
    const side = players[0] === human ? "first" : "second";
    const rung = rungs.find(({ player }) => player === plain(players[side === "first" ? 1 : 0]));
    if (!rung || names || !players.includes(human) || outcome === "ongoing") continue;
    if (outcome === "draw") rung.drawn++;
    else if (outcome === side) rung.won++;
    else rung.lost++;
  }
  // Whoever beats a strong one has passed the weaker ones too.
  const highest = rungs.findLastIndex(({ won }) => won > 0);
  rungs.forEach((rung, index) => (rung.open ||= index <= highest + 1));
  return rungs;
}
