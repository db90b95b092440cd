// A game as a tree: what was played, and what was tried beside it. Nothing that was ever played or tried is taken out of it again but by
// the visitor's own wish. The tree knows no rules: positions come from the desk.
import type { MoveNote, SmallState } from "../contract.ts";

export interface GameNode {
  readonly id: number;
  /** The move that led here; empty at the root. */
  readonly move: string;
  readonly parent: GameNode | null;
  readonly depth: number;
  readonly children: GameNode[];
  readonly state: SmallState;
  /** Part of the game at some time, and not only tried. */
  played: boolean;
  /** The child that was visited last: where a step forward leads. */
  next: GameNode | null;
  note: MoveNote | null;
  comment: string;
}

/** A tree as it is kept: moves only, positions are found again. The first child is the one that a step forward leads to. */
export interface KeptNode {
  move: string;
  note?: MoveNote;
  comment?: string;
  /** Never part of the game. */
  tried?: true;
  children?: KeptNode[];
}

/** Whether a kept tree has every move and every word of another one. */
export function holds(tree: KeptNode, other: KeptNode): boolean {
  return (!other.comment || tree.comment === other.comment) && (other.children ?? []).every((child) => tree.children?.some((own) => own.move === child.move && holds(own, child)));
}

export class GameTree {
  readonly root: GameNode;
  #next = 1;

  constructor(start: SmallState) {
    this.root = { id: 0, move: "", parent: null, depth: 0, children: [], state: start, played: true, next: null, note: null, comment: "" };
  }

  /** The child by that move, which is new unless it was tried before. */
  add(parent: GameNode, move: string, state: SmallState): GameNode {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const child: GameNode = { id: this.#next++, move, parent, depth: parent.depth + 1, children: [], state, played: false, next: null, note: null, comment: "" };
    parent.children.push(child);
    return child;
  }

  /** Takes a variation out, with all that follows it. */
  remove(node: GameNode): void {
    const { parent } = node;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (parent.next === node) parent.next = parent.children[0] ?? null;
  }
}

/** From the root to the node, both included. */
export function pathTo(node: GameNode): GameNode[] {
  const path: GameNode[] = [];
  for (let at: GameNode | null = node; at; at = at.parent) path.unshift(at);
  return path;
}

export const movesTo = (node: GameNode): string[] => pathTo(node).flatMap((one) => (one.parent ? [one.move] : []));

export function isOn(path: GameNode, node: GameNode): boolean {
  for (let at: GameNode | null = node; at; at = at.parent) if (at === path) return true;
  return false;
}

/**
 * The child to which a step forward leads: along the game while the node is on it, to what was taken back at its end, else where the visitor
 * went last.
 */
export function forward(node: GameNode, live: GameNode): GameNode | null {
  if (node === live) return (node.next?.played ? node.next : node.children.find((child) => child.played)) ?? null;
  if (isOn(node, live)) return pathTo(live)[node.depth + 1] ?? null;
  return node.next ?? node.children[0] ?? null;
}

/** The line of play that contains a node: from the root through it and on to its end. */
export function lineThrough(node: GameNode, live: GameNode): GameNode[] {
  const line = pathTo(node);
  for (let at = forward(node, live); at; at = forward(at, live)) line.push(at);
  return line;
}

/** Marks the way to a node as the last one taken. */
export function visit(node: GameNode): void {
  for (let at: GameNode | null = node; at?.parent; at = at.parent) at.parent.next = at;
}

/** What is kept of the tree: the children in the order in which a step forward prefers them. */
export function kept(node: GameNode, live: GameNode): KeptNode {
  const first = forward(node, live);
  const children = first ? [first, ...node.children.filter((child) => child !== first)] : node.children;
  return {
    move: node.move,
    ...(node.note && { note: node.note }),
    ...(node.comment && { comment: node.comment }),
    ...(!node.played && { tried: true as const }),
    ...(children.length > 0 && { children: children.map((child) => kept(child, live)) }),
  };
}

/** The lines of a kept tree, each from the first move to a tip, the preferred one first. */
export function tips(tree: KeptNode): string[][] {
  const lines: string[][] = [];
  function walk(node: KeptNode, moves: string[]): void {
    const here = node.move === "" ? moves : [...moves, node.move];
    if (!node.children?.length) lines.push(here);
    else node.children.forEach((child) => walk(child, here));
  }
  walk(tree, []);
  return lines;
}

/** Where a path of moves leads in a tree; null where it leaves it. */
export function find(tree: GameTree, moves: readonly string[]): GameNode | null {
  let at: GameNode | null = tree.root;
  for (const move of moves) at = at?.children.find((child) => child.move === move) ?? null;
  return at;
}

/** Gives the nodes of a tree what was kept about them. */
export function annotate(tree: GameTree, from: KeptNode): void {
  function walk(node: GameNode, keptNode: KeptNode): void {
    node.note = keptNode.note ?? null;
    node.comment = keptNode.comment ?? "";
    node.played = !keptNode.tried;
    for (const child of keptNode.children ?? []) {
      const found = node.children.find((one) => one.move === child.move);
      if (found) walk(found, child);
    }
  }
  walk(tree.root, from);
}
