// Who plays: persons and computers, their clocks, and the computer's turn.
import type { Decided, Side } from "../contract.ts";
import { Clock, type ClockSettings } from "../lib/clock.ts";
import { human } from "../lib/players.ts";
import { strings } from "../strings.ts";
import { Cancelled, thinker } from "../wasm/client.ts";
import { notices } from "./notices.svelte.ts";
import { session } from "./session.svelte.ts";
import { view } from "./view.svelte.ts";

/** Long enough to see what the last move did before the answer comes. */
const leastPauseMs = 450;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class Match {
  players = $state.raw<[string, string]>([human, "engine:level=3"]);
  /** The thinker works on a move, be it a hint. */
  thinking = $state(false);
  hinting = $state(false);
  /** Computers wait: after opening a link, or because the visitor wants to look. */
  paused = $state(false);
  clock = $state.raw<Clock | null>(null);
  /** The time of the last tick: clocks are drawn from it. */
  now = $state(performance.now());
  hint = $state.raw<string | null>(null);

  #clockSettings: ClockSettings | null = null;
  #job = 0;
  #ticking: ReturnType<typeof setInterval> | undefined;

  playerOf(side: Side): string {
    return this.players[side === "first" ? 0 : 1];
  }

  get toMove(): Side {
    return session.state?.to_move ?? "first";
  }

  get personToMove(): boolean {
    return !session.over && this.playerOf(this.toMove) === human;
  }

  get watching(): boolean {
    return this.players.every((player) => player !== human);
  }

  setPlayers(players: [string, string], clock: ClockSettings | null): void {
    this.stop();
    this.players = players;
    this.paused = false;
    this.#clockSettings = clock;
    this.clock = clock ? new Clock(clock) : null;
    this.#tick();
  }

  /** The same game again, with the sides exchanged. */
  async rematch(): Promise<void> {
    const [first, second] = this.players;
    const clock = this.#clockSettings;
    this.stop();
    await session.open(session.setup);
    this.setPlayers([second, first], clock);
    view.flipped = first === human && second !== human;
  }

  /** Ends whatever a computer was thinking about. */
  stop(): void {
    this.#job++;
    this.hint = null;
    if (this.thinking) thinker.cancel();
    this.thinking = false;
    this.hinting = false;
  }

  async person(move: string): Promise<void> {
    this.paused = false;
    await this.#play(move);
  }

  /** Lets the computer move if it is its turn; called whenever position, players or pause change. */
  async proceed(): Promise<void> {
    this.stop();
    this.#runClock();
    const player = this.playerOf(this.toMove);
    if (this.paused || !session.state || !session.atEnd || session.over || player === human) return;
    const move = await this.#ask(player);
    if (move) await this.#play(move);
  }

  async askHint(): Promise<void> {
    this.stop();
    this.hinting = true;
    this.hint = await this.#ask("engine:level=7");
    this.hinting = false;
  }

  async #ask(player: string): Promise<string | null> {
    const job = this.#job;
    thinker.cancel();
    this.thinking = true;
    try {
      const [choice] = await Promise.all([thinker.ask("choose", { ...session.game(), player }), wait(leastPauseMs)]);
      return job === this.#job ? choice.move : null;
    } catch (why) {
      if (!(why instanceof Cancelled)) {
        notices.error(why);
        this.paused = true;
      }
      return null;
    } finally {
      if (job === this.#job) this.thinking = false;
    }
  }

  async #play(move: string): Promise<void> {
    this.clock?.moved(performance.now());
    this.hint = null;
    await session.play(move);
  }

  resign(): void {
    const loser = this.personToMove || this.watching ? this.toMove : this.toMove === "first" ? "second" : "first";
    this.#decide(loser, "resignation");
  }

  #decide(loser: Side, reason: Decided["reason"]): void {
    this.stop();
    this.clock?.pause(performance.now());
    session.decide({ outcome: loser === "first" ? "second" : "first", reason });
  }

  /** Back to the last turn of a person; one ply where no computer plays. */
  async undo(): Promise<void> {
    await this.#walk(-1);
  }

  async redo(): Promise<void> {
    await this.#walk(1);
  }

  async #walk(step: number): Promise<void> {
    this.stop();
    const persons = this.players.includes(human);
    let ply = session.ply + step;
    const isPersons = (at: number) => this.playerOf(session.history[at]?.to_move ?? "first") === human;
    while (persons && ply > 0 && ply < session.moves.length && !isPersons(ply)) ply += step;
    if (persons && !isPersons(ply) && ply === 0) this.paused = true;
    await session.goTo(ply);
  }

  #runClock(): void {
    if (!this.clock) return;
    const now = performance.now();
    // No time runs before the first move, nor while nobody is to move.
    if (session.over || this.paused || session.moves.length === 0) this.clock.pause(now);
    else if (this.clock.running !== this.toMove && session.atEnd) this.clock.start(this.toMove, now);
  }

  #tick(): void {
    clearInterval(this.#ticking);
    if (!this.clock) return;
    this.#ticking = setInterval(() => {
      this.now = performance.now();
      const loser = this.clock?.fallen(this.now);
      if (loser) {
        this.#decide(loser, "time");
        notices.say(strings.play.flagFell);
      }
    }, 100);
  }
}

export const match = new Match();
