// The game on the board: where it started, its moves, and the ply that is shown. Every position comes from the desk.
import type { Decided, Game, Outcome, Setup, SmallState, State } from "../contract.ts";
import { desk } from "../wasm/client.ts";

class Session {
  setup = $state.raw<Setup>({ game: "wargame" });
  moves = $state.raw<string[]>([]);
  ply = $state(0);
  /** The position after `ply` moves, with its legal moves. */
  state = $state.raw<State | null>(null);
  /** One small state per ply of the whole game. */
  history = $state.raw<SmallState[]>([]);
  /** A resignation or a fallen flag; it ends the game at its last move. */
  decided = $state.raw<Decided | null>(null);
  /** Whether the shown position followed by one step forward: then what changed is animated. */
  stepped = $state(false);

  #turn = 0;

  get atEnd(): boolean {
    return this.ply === this.moves.length;
  }

  get outcome(): Outcome {
    if (this.atEnd && this.decided) return this.decided.outcome;
    return this.state?.outcome ?? "ongoing";
  }

  get over(): boolean {
    return this.outcome !== "ongoing";
  }

  /** The game up to a ply; up to the one that is shown where none is given. */
  game(ply = this.ply): Game {
    return { ...this.setup, moves: this.moves.slice(0, ply) };
  }

  /** Throws what the desk says where setup or moves make no game; the game on the board is then as before. */
  async open(setup: Setup, moves: string[] = [], ply = moves.length, decided: Decided | null = null): Promise<void> {
    const turn = ++this.#turn;
    const [replay, state] = await Promise.all([
      desk.ask("replay", { ...setup, moves }),
      desk.ask("state", { ...setup, moves: moves.slice(0, ply) }),
    ]);
    if (turn !== this.#turn) return;
    this.setup = setup;
    // As the desk writes them: a link or a file may write moves otherwise.
    this.moves = replay.states.flatMap(({ last }) => (last ? [last.move] : []));
    this.history = replay.states;
    this.decided = decided;
    this.#show(state, ply);
  }

  /** Plays a move in the shown position; what came after it is forgotten. */
  async play(move: string): Promise<void> {
    const turn = ++this.#turn;
    const ply = this.ply;
    const state = await desk.ask("state", { ...this.setup, moves: [...this.moves.slice(0, ply), move] });
    if (turn !== this.#turn) return;
    this.moves = state.moves;
    this.history = [...this.history.slice(0, ply + 1), state];
    this.decided = null;
    this.#show(state, ply + 1);
  }

  async goTo(ply: number): Promise<void> {
    const wanted = Math.min(Math.max(ply, 0), this.moves.length);
    if (wanted === this.ply) return;
    const turn = ++this.#turn;
    const state = await desk.ask("state", this.game(wanted));
    if (turn === this.#turn) this.#show(state, wanted);
  }

  decide(decided: Decided): void {
    this.decided = decided;
  }

  #show(state: State, ply: number): void {
    this.stepped = ply === this.ply + 1 && ply > 0;
    this.state = state;
    this.ply = ply;
  }
}

export const session = new Session();
