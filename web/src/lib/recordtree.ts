// A game's tree as files have it: a line of moves, and beside each move what was tried instead. What was tried after the last move of the
// game is a variation that begins with that move: files know only "instead of", not "after".
import type { MoveNote, Variation } from "../contract.ts";
import type { KeptNode } from "./gametree.ts";

export interface Line {
  moves: string[];
  notes: (MoveNote | null)[];
  variations: Variation[];
}

function noteOf({ note, comment }: KeptNode): MoveNote | null {
  return note || comment ? { ...note, ...(comment && { comment }) } : null;
}

/** The line that begins with some nodes and goes on after the last of them. */
function through(nodes: readonly KeptNode[], ply: number): Variation {
  const rest = asLine(nodes.at(-1) as KeptNode, null);
  return {
    ply,
    moves: [...nodes.map((node) => node.move), ...rest.moves],
    notes: [...nodes.map(noteOf), ...rest.notes],
    variations: rest.variations.map((one) => ({ ...one, ply: one.ply + nodes.length })),
  };
}

/** The line after a node: along `path`, or along the preferred children where there is none. */
export function asLine(root: KeptNode, path: readonly string[] | null): Line {
  const line: Line = { moves: [], notes: [], variations: [] };
  let at = root;
  for (;;) {
    const ply = line.moves.length;
    const children = at.children ?? [];
    const next = path ? children.find((child) => child.move === path[ply]) : children[0];
    if (!next) break;
    line.moves.push(next.move);
    line.notes.push(noteOf(next));
    for (const other of children) if (other !== next) line.variations.push(through([other], ply));
    at = next;
  }
  const last = line.moves.length - 1;
  if (path && last >= 0) for (const child of at.children ?? []) line.variations.push(through([{ ...at, children: [] }, child], last));
  return line;
}

/** The game of a kept tree; where no move was played, what was tried is all there is. */
export function gameLine(tree: KeptNode, live: readonly string[]): Line {
  return asLine(tree, live.length > 0 ? live : null);
}

function grow(root: KeptNode, line: Line, tried: boolean): void {
  const path = [root];
  line.moves.forEach((move, ply) => {
    const parent = path[ply] as KeptNode;
    parent.children ??= [];
    let child = parent.children.find((one) => one.move === move);
    if (!child) {
      const { comment, ...note } = line.notes[ply] ?? {};
      child = { move, ...(Object.keys(note).length > 0 && { note }), ...(comment && { comment }), ...(tried && { tried: true as const }) };
      parent.children.push(child);
    }
    path.push(child);
  });
  for (const one of line.variations) {
    const parent = path[one.ply];
    if (parent) grow(parent, one, true);
  }
}

/** The tree that a file's game describes. */
export function treeOf(line: Line): KeptNode {
  const root: KeptNode = { move: "" };
  grow(root, line, false);
  return root;
}
