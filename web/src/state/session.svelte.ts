// The game on the board: a tree of moves, the node where the game stands (`live`), and the node that is shown (`current`). Looking back
// changes only what is shown; a move made there begins a variation, and the game stays as it is. Every position comes from the desk.
import type { Decided, Game, MoveNote, Outcome, Setup, SmallState, State } from "../contract.ts";
import { annotate, find, forward, GameTree, isOn, lineThrough, movesTo, pathTo, tips, visit, type GameNode, type KeptNode } from "../lib/gametree.ts";
import { dayOfGame } from "../lib/daily.ts";
import { noteTakenBack } from "../lib/journal.ts";
import { desk } from "../wasm/client.ts";

const nowhere: SmallState = { squares: "", scores: [0, 0], to_move: "first", last: null, fen: "" };
const nothing = new GameTree(nowhere);

/** A game as it was kept or linked. */
export interface Opening {
  setup: Setup;
  tree: KeptNode;
  /** Moves to the node where the game stands, and to the one that is shown; the first line's end where they are missing. */
  live?: readonly string[];
  current?: readonly string[];
  decided?: Decided | null;
  /** Its name in the library; a new one where it is missing. */
  id?: string;
  created?: number;
  /** Of a game that came from a file. */
  event?: string;
  date?: string;
  /** Out of a link: there is nothing of the visitor's own in it yet. */
  linked?: boolean;
}

/** A line of moves as a tree. */
export function asTree(moves: readonly string[]): KeptNode {
  const chain = moves.reduceRight<KeptNode[]>((children, move) => [{ move, ...(children.length > 0 && { children }) }], []);
  return { move: "", ...(chain.length > 0 && { children: chain }) };
}

class Session {
  /** The game's name in the library; it changes together with the game. */
  id = $state("");
  created = 0;
  /** What the file said that the game came from. */
  event = "";
  date = "";
  /** The version of the tree up to which the visitor has added nothing. */
  untouched = -1;
  setup = $state.raw<Setup>({ game: "wargame" });
  tree = $state.raw<GameTree>(nothing);
  /** Where the game stands: computers and clocks go by it. */
  live = $state.raw<GameNode>(nothing.root);
  current = $state.raw<GameNode>(nothing.root);
  /** The shown position, with its legal moves. */
  state = $state.raw<State | null>(null);
  liveState = $state.raw<State | null>(null);
  /** A resignation or a fallen flag; it ends the game where it stands. */
  decided = $state.raw<Decided | null>(null);
  /** Whether the shown position followed by one step forward: then what changed is animated. */
  stepped = $state(false);
  /** Changes whenever the tree does: it is changed in place. */
  version = $state(0);
  /** Changes with every game. */
  opened = $state(0);

  /** The shown line of play: through the current node to its end. */
  line = $derived.by<GameNode[]>(() => {
    void this.version;
    return lineThrough(this.current, this.live);
  });
  moves = $derived(this.line.slice(1).map((node) => node.move));
  history = $derived(this.line.map((node) => node.state));
  ply = $derived(this.current.depth);

  /** The step that was asked for last: several quick ones add up. */
  #wanted: GameNode | null = null;
  #showing = 0;

  /** Whether nothing follows the shown position. */
  get atEnd(): boolean {
    return this.ply === this.moves.length;
  }

  get atLive(): boolean {
    return this.current === this.live;
  }

  /** Whether the shown position was played in the game, and not only tried. */
  get onGame(): boolean {
    return isOn(this.current, this.live);
  }

  /** Of the shown position. */
  get outcome(): Outcome {
    if (this.atLive && this.decided) return this.decided.outcome;
    return this.state?.outcome ?? "ongoing";
  }

  get over(): boolean {
    return this.outcome !== "ongoing";
  }

  /** Of the game, wherever one looks. */
  get gameOutcome(): Outcome {
    return this.decided?.outcome ?? this.liveState?.outcome ?? "ongoing";
  }

  get gameOver(): boolean {
    return this.gameOutcome !== "ongoing";
  }

  /** The board of a day is played once: nothing is taken back, and nobody helps, until it is over. */
  get counts(): boolean {
    return !this.gameOver && dayOfGame(this.id) !== null;
  }

  /** The shown line up to a ply; up to the shown one where none is given. */
  game(ply = this.ply): Game {
    return { ...this.setup, moves: this.moves.slice(0, ply) };
  }

  /** The game as it was played. */
  played(): Game {
    return { ...this.setup, moves: movesTo(this.live) };
  }

  /** Throws what the desk says where setup or moves make no game; the game on the board is then as before. */
  async open({ setup, tree: keptTree, live, current, decided = null, id, created, event = "", date = "", linked = false }: Opening): Promise<void> {
    const turn = ++this.#showing;
    const tree = await this.#replayed(setup, keptTree);
    const end = lineThrough(tree.root, tree.root).at(-1) ?? tree.root;
    const liveNode = (live && find(tree, live)) ?? end;
    const shown = (current && find(tree, current)) ?? liveNode;
    const [state, liveState] = await Promise.all([
      desk.ask("state", { ...setup, moves: movesTo(shown) }),
      desk.ask("state", { ...setup, moves: movesTo(liveNode) }),
    ]);
    if (turn !== this.#showing) return;
    this.id = id ?? crypto.randomUUID();
    this.created = created ?? Date.now();
    this.event = event;
    this.date = date;
    this.untouched = linked ? this.version : -1;
    this.setup = setup;
    this.tree = tree;
    this.live = liveNode;
    this.liveState = liveState;
    this.decided = decided;
    this.opened++;
    this.#show(shown, state);
    this.stepped = false;
  }

  /** The first line must be a game; of the others what makes none is left out. */
  async #replayed(setup: Setup, keptTree: KeptNode): Promise<GameTree> {
    const [first = [], ...others] = tips(keptTree);
    const { states } = await desk.ask("replay", { ...setup, moves: first });
    const tree = new GameTree(states[0] ?? nowhere);
    const grow = (positions: SmallState[]) =>
      positions.slice(1).reduce((node, state) => tree.add(node, state.last?.move ?? "", state), tree.root);
    visit(grow(states));
    for (const moves of others) {
      await desk.ask("replay", { ...setup, moves }).then(
        (replay) => grow(replay.states),
        () => undefined,
      );
    }
    annotate(tree, keptTree);
    return tree;
  }

  /** The game goes on by a move, whatever is shown; whoever looks at its end follows. */
  async advance(move: string, note: MoveNote | null = null): Promise<void> {
    const { tree, live } = this;
    const state = await desk.ask("state", { ...this.setup, moves: [...movesTo(live), move] });
    if (tree !== this.tree || live !== this.live) return;
    const child = tree.add(live, state.last?.move ?? move, state);
    child.note = note;
    child.played = true;
    const follows = this.current === live;
    this.live = child;
    this.liveState = state;
    this.decided = null;
    this.version++;
    if (!follows) return;
    this.#showing++;
    this.#show(child, state);
  }

  /** The game goes on by moves that were written down when they were made; what makes none ends them. */
  async advanceBy(moves: readonly string[]): Promise<void> {
    try {
      for (const move of moves) await this.advance(move);
    } catch {
      // The game stands where its last good move left it.
    }
  }

  /** A move in the shown position: the game goes on where it stands, a variation begins or goes on anywhere else. */
  async play(move: string, note: MoveNote | null = null): Promise<void> {
    if (this.atLive) return this.advance(move, note);
    const { tree, current } = this;
    const turn = ++this.#showing;
    const state = await desk.ask("state", { ...this.setup, moves: [...movesTo(current), move] });
    if (turn !== this.#showing || tree !== this.tree) return;
    const child = tree.add(current, state.last?.move ?? move, state);
    this.version++;
    this.#show(child, state);
  }

  /** Adds moves after the shown position as a variation, and shows its end; the game stays where it stands. */
  async tryLine(moves: string[]): Promise<void> {
    const { tree, current } = this;
    const turn = ++this.#showing;
    const game = { ...this.setup, moves: [...movesTo(current), ...moves] };
    const [{ states }, state] = await Promise.all([desk.ask("replay", game), desk.ask("state", game)]);
    if (turn !== this.#showing || tree !== this.tree) return;
    const added = states.slice(current.depth + 1);
    const end = added.reduce((node, one) => tree.add(node, one.last?.move ?? "", one), current);
    this.version++;
    this.#show(end, state);
  }

  /** The game stands at another node of the tree from now on; what was played beyond it stays as a variation. */
  async continueFrom(node: GameNode): Promise<void> {
    const { tree } = this;
    const turn = ++this.#showing;
    noteTakenBack(this.id, movesTo(this.live), movesTo(node));
    const state = await desk.ask("state", { ...this.setup, moves: movesTo(node) });
    if (turn !== this.#showing || tree !== this.tree) return;
    visit(this.live);
    for (const one of pathTo(node)) one.played = true;
    this.live = node;
    this.liveState = state;
    this.decided = null;
    this.version++;
    this.#show(node, state);
  }

  async goToNode(node: GameNode): Promise<void> {
    if (node === (this.#wanted ?? this.current)) return;
    this.#wanted = node;
    const { tree } = this;
    const turn = ++this.#showing;
    const state = node === this.live && this.liveState ? this.liveState : await desk.ask("state", { ...this.setup, moves: movesTo(node) });
    if (turn === this.#showing && tree === this.tree) this.#show(node, state);
  }

  /** To a ply of the shown line. */
  async goTo(ply: number): Promise<void> {
    const node = this.line[Math.min(Math.max(ply, 0), this.moves.length)];
    if (node) await this.goToNode(node);
  }

  /** Steps back or forward, from where the last step wanted to go. */
  async step(by: number): Promise<void> {
    let node = this.#wanted ?? this.current;
    for (; by < 0 && node.parent; by++) node = node.parent;
    for (let next = forward(node, this.live); by > 0 && next; by--, next = forward(node, this.live)) node = next;
    await this.goToNode(node);
  }

  /** Takes a variation out of the tree; the game itself stays. */
  async removeVariation(node: GameNode): Promise<void> {
    if (isOn(node, this.live) || !node.parent) return;
    if (isOn(node, this.current)) await this.goToNode(node.parent);
    this.tree.remove(node);
    this.version++;
  }

  comment(node: GameNode, text: string): void {
    node.comment = text;
    this.version++;
  }

  decide(decided: Decided): void {
    this.decided = decided;
  }

  #show(node: GameNode, state: State): void {
    this.stepped = node.parent === this.current;
    this.state = state;
    this.current = node;
    this.#wanted = null;
    visit(node);
  }

  /** The played moves and their nodes, without the root. */
  playedNodes(): GameNode[] {
    return pathTo(this.live).slice(1);
  }
}

export const session = new Session();
