// The games of this browser: the one on the board is kept after every change, and every other can be opened again.
import type { Decided, Outcome, Setup } from "../contract.ts";
import type { KeptClock } from "../lib/clock.ts";
import { GameTable } from "../lib/database.ts";
import { holds, kept, movesTo, type KeptNode } from "../lib/gametree.ts";
import { clockAt, forgetPress, noteClock, pressedAfter, standsAt } from "../lib/journal.ts";
import { match } from "./match.svelte.ts";
import { notices } from "./notices.svelte.ts";
import { session } from "./session.svelte.ts";
import { strings } from "../strings.ts";
import { view, type Tab } from "./view.svelte.ts";

export interface KeptGame {
  id: string;
  created: number;
  updated: number;
  setup: Setup;
  tree: KeptNode;
  live: string[];
  current: string[];
  decided: Decided | null;
  players: [string, string];
  /** Of a game that came from a file: who played it, when and where. */
  names?: [string, string] | null;
  event?: string;
  date?: string;
  clock: KeptClock | null;
  paused: boolean;
  flipped: boolean;
  tab: Tab;
  /** For the list: how it stands. */
  outcome: Outcome;
  scores: [number, number];
}

const lastKey = "foray.last";

class Library {
  games = $state.raw<KeptGame[]>([]);
  loaded = $state(false);

  /** The browser does not keep what is played. */
  lost = $state(false);

  #table = new GameTable<KeptGame>();
  #writing: Promise<void> | null = null;
  #again = false;
  #opening = false;
  /** When what this tab knows of a game was kept, by the game's name. */
  #seen = new Map<string, number>();

  #snapshot(): KeptGame {
    return {
      id: session.id,
      created: session.created,
      updated: Date.now(),
      setup: session.setup,
      tree: kept(session.tree.root, session.live),
      live: movesTo(session.live),
      current: movesTo(session.current),
      decided: session.decided,
      players: match.players,
      names: match.names && [...match.names],
      event: session.event,
      date: session.date,
      clock: match.clock?.kept(performance.now()) ?? null,
      paused: match.paused,
      flipped: view.flipped,
      tab: view.tab,
      outcome: session.gameOutcome,
      scores: session.live.state.scores,
    };
  }

  /** What a running clock shows, written at once: a page that is being closed has no time for more. */
  keepClock(): void {
    if (match.clock && !view.embedded) noteClock(session.id, match.clock.kept(performance.now()));
  }

  /** Keeps the game on the board. */
  async keep(): Promise<void> {
    // A game that is half opened has the players of the one before.
    if (this.#opening || view.embedded || session.id === "" || session.version === session.untouched) return;
    if (this.#writing) {
      this.#again = true;
      return;
    }
    this.#writing = this.#write().catch((why: unknown) => notices.error(why));
    await this.#writing;
    this.#writing = null;
    if (!this.#again) return;
    this.#again = false;
    await this.keep();
  }

  async #write(): Promise<void> {
    const snapshot = this.#snapshot();
    try {
      localStorage.setItem(lastKey, snapshot.id);
    } catch {
      // A browser that keeps nothing still plays.
    }
    // The same game may be open in another tab: what was played there stays.
    const there = await this.#table.replace(
      snapshot,
      ({ updated, tree }) => updated === this.#seen.get(snapshot.id) || (holds(snapshot.tree, tree) && !holds(tree, snapshot.tree)),
    );
    if (there) {
      if (session.id !== there.id) return;
      if (holds(there.tree, snapshot.tree)) {
        forgetPress();
        return this.open(there);
      }
      // Both went on: from now on they are two games.
      session.id = crypto.randomUUID();
      this.#again = true;
      return notices.tell(strings.play.twoTabs);
    }
    this.#seen.set(snapshot.id, snapshot.updated);
    if (!snapshot.tree.children) return;
    if (this.loaded) this.games = [snapshot, ...this.games.filter((game) => game.id !== snapshot.id)];
    if (this.#table.holds && !this.lost) notices.error(strings.play.notKept);
    this.lost = this.#table.holds;
  }

  async load(): Promise<void> {
    const games = await this.#table.all();
    // A game that was begun and left without a move is not worth a place in the list.
    const empty = games.filter((game) => !game.tree.children && game.id !== session.id);
    if (empty.length > 0) await this.#table.remove(empty.map((game) => game.id));
    this.games = games.filter((game) => game.tree.children).sort((a, b) => b.updated - a.updated);
    this.loaded = true;
  }

  get(id: string): Promise<KeptGame | undefined> {
    return this.#table.get(id);
  }

  /** The game that was on the board last. */
  async last(): Promise<KeptGame | undefined> {
    try {
      const id = localStorage.getItem(lastKey);
      return id ? await this.get(id) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Puts a kept game on the board, as it was left. Computers that played each other and clocks wait until they are told to go on. */
  async open(game: KeptGame): Promise<void> {
    this.#opening = true;
    try {
      await this.#open(game);
    } finally {
      this.#opening = false;
    }
  }

  async #open(game: KeptGame): Promise<void> {
    match.stop();
    const { id, created, setup, tree, live, current, decided, event = "", date = "" } = game;
    this.#seen.set(id, game.updated);
    const stands = standsAt(game);
    await session.open({ id, created, setup, tree, live: stands, current: stands === live ? current : stands, decided, event, date });
    await session.advanceBy(pressedAfter(game));
    match.setPlayers(game.players, null, clockAt(game), game.names ?? null);
    match.paused = game.paused || (game.outcome === "ongoing" && (game.clock !== null || match.watching));
    view.flipped = game.flipped;
    view.editing = false;
  }

  /** Takes games in that come from elsewhere; one that is here already stays as it is. */
  async adopt(games: KeptGame[]): Promise<void> {
    const known = await Promise.all(games.map((game) => this.get(game.id)));
    const fresh = games.filter((_, index) => !known[index]);
    if (fresh.length > 0) await this.#table.put(...fresh);
    await this.load();
  }

  async remove(games: KeptGame[]): Promise<void> {
    await this.#table.remove(games.map((game) => game.id));
    this.games = this.games.filter((game) => !games.includes(game));
  }

  /** Brings removed games back. */
  async restore(games: KeptGame[]): Promise<void> {
    await this.#table.put(...games);
    await this.load();
  }
}

export const library = new Library();
