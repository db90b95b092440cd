// Who plays: persons and computers, their clocks, and the computer's turn. All of it goes by where the game stands, not by what is shown:
// looking back stops neither a clock nor a computer.
import type { Decided, MoveNote, Side } from "../contract.ts";
import { Clock, type ClockSettings, type KeptClock } from "../lib/clock.ts";
import { forward, movesTo, type GameNode } from "../lib/gametree.ts";
import { notePress } from "../lib/journal.ts";
import { human, seeded, usualOpponent } from "../lib/players.ts";
import { strings } from "../strings.ts";
import { Cancelled, Refused, player as worker } from "../wasm/client.ts";
import { catalog } from "./catalog.svelte.ts";
import { playerName } from "./names.ts";
import { notices } from "./notices.svelte.ts";
import { asTree, session } from "./session.svelte.ts";
import { view } from "./view.svelte.ts";

/** Long enough to see what the last move did before the answer comes; none for those who want nothing to move. */
const leastPauseMs = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450);
const hintPlayer = "engine:level=7";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Search {
  node: GameNode;
  player: string;
  abort: AbortController;
}

class Match {
  players = $state.raw<[string, string]>([human, usualOpponent]);
  /** Who played a game that came from a file. */
  names = $state.raw<[string, string] | null>(null);
  /** A computer works on its move. */
  thinking = $state(false);
  hinting = $state(false);
  /** Computers and clocks wait: after opening a link, or because the visitor wants to look. */
  paused = $state(false);
  clock = $state.raw<Clock | null>(null);
  /** The time of the last tick: clocks are drawn from it. */
  now = $state(performance.now());
  hint = $state.raw<string | null>(null);
  /** The square that a person wants to play as soon as the computer has moved. */
  premove = $state<number | null>(null);

  #search: Search | null = null;
  #hinting: AbortController | null = null;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #turnBegan = performance.now();

  playerOf(side: Side): string {
    return this.players[side === "first" ? 0 : 1];
  }

  nameOf(side: Side): string {
    return this.names?.[side === "first" ? 0 : 1] || playerName(this.playerOf(side));
  }

  /** Whose turn it is in the game. */
  get toMove(): Side {
    return session.live.state.to_move;
  }

  get personToMove(): boolean {
    return !session.gameOver && this.playerOf(this.toMove) === human;
  }

  get watching(): boolean {
    return this.players.every((player) => player !== human);
  }

  setPlayers(players: [string, string], clock: ClockSettings | null, kept: KeptClock | null = null, names: [string, string] | null = null): void {
    this.stop();
    this.players = players;
    this.names = names;
    this.paused = false;
    this.clock = kept ? new Clock(kept.settings, kept.left) : clock ? new Clock(clock) : null;
    this.#tick();
  }

  /** The same game again, with the sides exchanged. */
  async rematch(): Promise<void> {
    const [first, second] = this.players;
    const clock = this.clock?.kept(performance.now()).settings ?? null;
    this.stop();
    const { start: _start, ...setup } = session.setup;
    await session.open({ setup: session.setup.start ? session.setup : setup, tree: asTree([]) });
    this.setPlayers([second, first], clock);
  }

  /** Ends whatever a computer was thinking about for this game. */
  stop(): void {
    this.#search?.abort.abort();
    this.#search = null;
    this.thinking = false;
    this.premove = null;
    this.#stopHint();
  }

  #stopHint(): void {
    this.#hinting?.abort();
    this.#hinting = null;
    this.hinting = false;
    this.hint = null;
  }

  async person(move: string): Promise<void> {
    this.#stopHint();
    if (!session.atLive) return session.play(move);
    this.paused = false;
    if (!view.embedded) notePress(session.id, [...movesTo(session.live), move]);
    const ms = Math.round(performance.now() - this.#turnBegan);
    this.clock?.moved(performance.now());
    await session.play(move, session.moves.length > 0 ? { ms } : null);
  }

  /** Lets the computer move if it is its turn; called whenever the game, its players or the pause change. */
  async proceed(): Promise<void> {
    this.#runClock();
    const { live } = session;
    const player = this.playerOf(this.toMove);
    const wanted = !this.paused && session.liveState !== null && !session.gameOver && player !== human;
    if (wanted && this.#search?.node === live && this.#search.player === player) return;
    this.#stopHint();
    this.#search?.abort.abort();
    this.#search = null;
    this.thinking = false;
    this.#turnBegan = performance.now();
    if (!wanted) return;
    const search: Search = { node: live, player, abort: new AbortController() };
    this.#search = search;
    this.thinking = true;
    try {
      const [choice] = await Promise.all([worker.ask("choose", { ...session.played(), player: seeded(player, session.id) }, { signal: search.abort.signal }), wait(leastPauseMs())]);
      if (this.#search !== search) return;
      this.#search = null;
      this.thinking = false;
      this.clock?.moved(performance.now());
      const { value, depth, nodes, ms, exact } = choice;
      const note: MoveNote = depth > 0 ? { value, depth, nodes, ms, ...(exact && { exact }) } : { ms };
      await session.advance(choice.move, note);
    } catch (why) {
      if (why instanceof Cancelled || this.#search !== search) return;
      this.#search = null;
      this.thinking = false;
      this.#replace(player, why);
    }
  }

  /** Nobody is left without an opponent: for a player that fails another one goes on, and where that fails too the game waits and says so. */
  #replace(player: string, why: unknown): void {
    const reason = why instanceof Error ? why.message : String(why);
    if (player === usualOpponent || !(why instanceof Refused)) {
      this.paused = true;
      return notices.error(strings.play.cannotGoOn(playerName(player), reason));
    }
    this.players = this.players.map((one) => (one === player ? usualOpponent : one)) as [string, string];
    notices.error(strings.play.replaced(playerName(player), playerName(usualOpponent), reason));
  }

  async askHint(): Promise<void> {
    if (!this.personToMove || !session.atLive) return;
    if (session.counts) return notices.tell(strings.play.counts);
    this.#stopHint();
    const abort = new AbortController();
    this.#hinting = abort;
    this.hinting = true;
    try {
      const { move } = await worker.ask("choose", { ...session.played(), player: hintPlayer }, { signal: abort.signal });
      if (this.#hinting !== abort) return;
      this.hint = move;
      notices.say(strings.play.hintIs(move));
    } catch (why) {
      if (!(why instanceof Cancelled)) notices.error(why);
    } finally {
      if (this.#hinting === abort) this.hinting = false;
    }
  }

  resign(): void {
    const loser = this.personToMove || this.watching ? this.toMove : this.toMove === "first" ? "second" : "first";
    this.#decide(loser, "resignation");
  }

  #decide(loser: Side, reason: Decided["reason"]): void {
    this.stop();
    this.clock?.pause(performance.now());
    session.decide({ outcome: loser === "first" ? "second" : "first", reason });
    const [first, second] = catalog.playersOf(session.setup.game);
    const [lost, won] = loser === "first" ? [first, second] : [second, first];
    notices.say(`${reason === "time" ? strings.play.flagFell : strings.play.resigned(lost)} ${strings.play.wins(won)}.`);
  }

  /** Takes back to the last turn of a person; one ply where no computer plays. What was taken back stays as a variation. */
  async undo(): Promise<void> {
    if (!session.atLive) return session.step(-1);
    if (session.counts) return notices.tell(strings.play.counts);
    const persons = this.players.includes(human);
    let node = session.live.parent;
    while (persons && node?.parent && this.playerOf(node.state.to_move) !== human) node = node.parent;
    if (!node) return;
    this.stop();
    if (persons && this.playerOf(node.state.to_move) !== human) this.paused = true;
    await session.continueFrom(node);
  }

  async redo(): Promise<void> {
    if (!session.atLive) return session.step(1);
    const persons = this.players.includes(human);
    let node = forward(session.live, session.live);
    while (persons && node && this.playerOf(node.state.to_move) !== human) {
      const next = forward(node, session.live);
      if (!next) break;
      node = next;
    }
    if (!node) return;
    this.stop();
    await session.continueFrom(node);
  }

  #runClock(): void {
    if (!this.clock) return;
    const now = performance.now();
    // No time runs before the first move, nor while nobody is to move.
    if (session.gameOver || this.paused || session.live.depth === 0) this.clock.pause(now);
    else if (this.clock.running !== this.toMove) this.clock.start(this.toMove, now);
  }

  #tick(): void {
    clearInterval(this.#ticking);
    if (!this.clock) return;
    this.#ticking = setInterval(() => {
      this.now = performance.now();
      const loser = this.clock?.fallen(this.now);
      if (loser) this.#decide(loser, "time");
    }, 100);
  }
}

export const match = new Match();
