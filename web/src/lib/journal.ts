// What this tab of the browser writes down at once. The rules, the table of games and the browser's own history take their time, and a page
// may be reloaded meanwhile.

import type { KeptClock } from "./clock.ts";

const pressKey = "foray.pressed";
const placeKey = "foray.place";

interface Pressed {
  game: string;
  moves: string[];
  /** How the game stood before some of it was taken back. */
  before: string[];
}

function write(key: string, value: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function read<T>(key: string): Partial<T> {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "{}") ?? {}) as Partial<T>;
  } catch {
    return {};
  }
}

/** A person has made a move; `moves` is the whole game with it. */
export const notePress = (game: string, moves: readonly string[]) => write(pressKey, { game, moves });

/** The game stands elsewhere by its player's will: a move that was taken back does not come back. */
export const noteTakenBack = (game: string, before: readonly string[], moves: readonly string[]) => write(pressKey, { game, before, moves });

export const forgetPress = () => write(pressKey, {});

/** Where a kept game stands by what was done after it was kept. */
export function standsAt(kept: { id: string; live: string[] }): string[] {
  const { game, before, moves } = read<Pressed>(pressKey);
  return game === kept.id && before && moves && before.join() === kept.live.join() ? moves : kept.live;
}

/** What was played in a game beyond what was kept of it. */
export function pressedAfter(kept: { id: string; live: readonly string[] }): string[] {
  const { game, before, moves } = read<Pressed>(pressKey);
  return game === kept.id && moves && !before && kept.live.every((move, ply) => moves[ply] === move) ? moves.slice(kept.live.length) : [];
}

const clockKey = "foray.clock";

interface NotedClock {
  game: string;
  /** When it showed this. */
  at: number;
  clock: KeptClock;
}

/** What the clock of a game shows now. */
export const noteClock = (game: string, clock: KeptClock) => write(clockKey, { game, at: Date.now(), clock } satisfies NotedClock);

/** What the clock of a kept game showed last. */
export function clockAt(kept: { id: string; updated: number; clock: KeptClock | null }): KeptClock | null {
  const { game, at, clock } = read<NotedClock>(clockKey);
  return kept.clock && game === kept.id && clock && at !== undefined && at >= kept.updated ? clock : kept.clock;
}

interface NotedPlace<Place> {
  /** The last two addresses: a browser that is reloading may take no new one any more. */
  hashes: string[];
  place: Place;
}

/** Where the visitor is, under the address that shows it. */
export function notePlace<Place extends object>(hash: string, place: Place): void {
  const { hashes = [] } = read<NotedPlace<Place>>(placeKey);
  write(placeKey, { hashes: hashes.at(-1) === hash ? hashes : [...hashes.slice(-1), hash], place });
}

/** Where the visitor was under this address just before. */
export function placeAt<Place>(hash: string): Place | null {
  const { hashes, place } = read<NotedPlace<Place>>(placeKey);
  return (hashes?.includes(hash) && place) || null;
}
