// The search explorer: one traced search, the step that is shown, and what that step says. A lesson has a second one beside it.
import { EventKind, type Counts, type Game, type State, type Trace } from "../contract.ts";
import { TraceTree, valueText } from "../lib/tracetree.ts";
import { layoutTree, type TreeLayout } from "../lib/treelayout.ts";
import { later } from "../strings-later.ts";
import { analyst, Cancelled, desk } from "../wasm/client.ts";
import { notices } from "./notices.svelte.ts";
import { session } from "./session.svelte.ts";

/** The desk sends no more events than this. */
const mostEvents = 100_000;
/** Trees up to this size are shown whole; larger ones unfold along the search. */
const smallTree = 250;

const text = later.learn;

export type Algorithm = "minimax" | "alphabeta";

/** What is searched how. */
export interface Plan {
  algorithm: Algorithm;
  depth: number;
  ordered?: boolean;
  /** How a leaf is judged; by the score where it is missing. */
  evaluation?: string;
}

export class Explorer {
  algorithm = $state<Algorithm>("alphabeta");
  depth = $state(2);
  ordered = $state(false);
  evaluation = $state("score");
  /** The position of a lesson; else the game's own is searched. */
  source = $state.raw<Game | null>(null);

  trace = $state.raw<Trace | null>(null);
  /** The algorithm that made the trace; another may be chosen for the next one. */
  traced = $state<Algorithm>("alphabeta");
  tree = $state.raw<TraceTree | null>(null);
  counts = $state.raw<Counts | null>(null);
  running = $state(false);
  step = $state(0);
  follow = $state(true);
  /** A node that the visitor pressed; null while the current one is of interest. */
  picked = $state<number | null>(null);
  /** The position of the node of interest. */
  position = $state.raw<State | null>(null);

  /** Nodes that were folded or unfolded by hand. */
  #byHand = $state.raw<ReadonlyMap<number, boolean>>(new Map());
  #work: AbortController | null = null;
  #look = 0;

  current = $derived(this.tree?.nodeOf[this.step] ?? 0);
  node = $derived(this.picked ?? this.current);
  /** In follow mode the tree is open along the current path: it only changes when that path does. */
  #openAlong = $derived(this.follow ? this.current : -1);
  layout = $derived.by<TreeLayout | null>(() => (this.tree ? layoutTree(this.tree, (node) => this.isOpen(node)) : null));

  nodeName = $derived(this.node === 0 ? text.root : (this.tree?.path(this.node).join(" ") ?? ""));

  isOpen(node: number): boolean {
    const { tree } = this;
    if (!tree) return false;
    const chosen = this.#byHand.get(node);
    if (chosen !== undefined) return chosen;
    return tree.size <= smallTree || node === 0 || (this.#openAlong >= 0 && tree.isAncestor(node, this.#openAlong));
  }

  toggle(node: number): void {
    this.#byHand = new Map(this.#byHand).set(node, !this.isOpen(node));
  }

  foldAll(open: boolean): void {
    const { tree } = this;
    if (!tree) return;
    this.follow = false;
    this.#byHand = new Map(Array.from({ length: tree.size }, (_, node) => [node, open || node === 0]));
  }

  unfoldAlongSearch(): void {
    this.#byHand = new Map();
    this.follow = true;
    this.picked = null;
  }

  go(step: number): void {
    const last = (this.tree?.steps ?? 1) - 1;
    this.step = Math.min(Math.max(Math.round(step), 0), last);
    this.picked = null;
  }

  game(): Game {
    return this.source ?? session.game();
  }

  /** Searches by a plan and shows a step of it. */
  async carryOut(plan: Plan, step: number): Promise<void> {
    this.algorithm = plan.algorithm;
    this.depth = plan.depth;
    this.ordered = plan.ordered ?? false;
    this.evaluation = plan.evaluation ?? "score";
    await this.run();
    this.go(step);
  }

  async run(): Promise<void> {
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    this.running = true;
    this.counts = null;
    const { algorithm, depth, ordered, evaluation } = this;
    const game = this.game();
    try {
      const trace = await analyst.ask("trace", { ...game, algorithm, depth, ordered, eval: evaluation, most: mostEvents }, { signal: work.signal });
      this.tree = new TraceTree(trace.events);
      this.trace = trace;
      this.traced = algorithm;
      this.#byHand = new Map();
      this.follow = true;
      this.go(0);
      this.running = false;
      void this.#count(game, depth, work.signal);
    } catch (why) {
      if (!(why instanceof Cancelled)) notices.error(why);
    } finally {
      if (this.#work === work) this.running = false;
    }
  }

  async #count(game: Game, depth: number, signal: AbortSignal): Promise<void> {
    try {
      this.counts = await analyst.ask("counts", { ...game, depth }, { signal });
    } catch (why) {
      if (!(why instanceof Cancelled)) notices.error(why);
    }
  }

  /** The tree belongs to one position: another one needs a new search. */
  clear(): void {
    this.#work?.abort();
    this.#work = null;
    this.trace = null;
    this.tree = null;
    this.counts = null;
    this.position = null;
    this.step = 0;
    this.running = false;
  }

  /** Moves from the shown position of the game to a node, as the desk reads them. */
  movesTo(node: number): string[] {
    return (this.tree?.path(node) ?? []).map((name) => name.toLowerCase());
  }

  /** Puts the node of interest on the board. The last wish wins. */
  async look(): Promise<void> {
    const look = ++this.#look;
    const game = this.game();
    const state = await desk.ask("state", { ...game, moves: [...game.moves, ...this.movesTo(this.node)] });
    if (look === this.#look && this.tree) this.position = state;
  }

  /** What the current step did, in words. */
  explain(): string {
    const { tree, trace, step, current } = this;
    if (!tree || !trace) return "";
    const name = current === 0 ? text.root : tree.path(current).join(" ");
    const max = (tree.ply[current] ?? 0) % 2 === 0;
    const now = tree.at(current, step);
    const value = valueText(now?.value ?? 0);
    switch (trace.events.kind[step]) {
      case EventKind.enter:
        return text.entered(name, max ? text.max : text.min);
      case EventKind.leaf:
        return text.leafValue(name, value);
      case EventKind.cut:
        return max ? text.cutMax(name, value, valueText(now?.beta ?? 0)) : text.cutMin(name, value, valueText(now?.alpha ?? 0));
      default:
        return text.updated(name, value);
    }
  }

  /** The legal moves of the node of interest that a cut left out. */
  skipped = $derived.by<string[]>(() => {
    const { tree, node, step, position } = this;
    if (!tree || !position || tree.status(node, step) !== "cut") return [];
    if (position.moves.length !== this.game().moves.length + (tree.ply[node] ?? 0)) return [];
    const seen = new Set(tree.children(node).map((child) => tree.names[child]?.toLowerCase()));
    return position.legal.map(({ move }) => move).filter((move) => !seen.has(move.toLowerCase()));
  });
}

export const explorer = new Explorer();
