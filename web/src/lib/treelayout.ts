// Where the nodes of a search tree are drawn: plies are columns from left to right, every visible tip has a row of its own, and an inner
// node spans the rows of its tips. Only unfolded nodes are visited, so a folded tree of any size costs little.
import type { TraceTree } from "./tracetree.ts";

export interface TreeLayout {
  /** Visible nodes, parents before children. */
  nodes: Int32Array;
  /** First and last row of each visible node's tips. */
  from: Float32Array;
  to: Float32Array;
  /** Index in `nodes` of the visible parent, -1 for the root. */
  parents: Int32Array;
  /** For every visible node, the row of the mark for its skipped children, or -1. */
  skipped: Float32Array;
  height: number;
  columns: number;
}

export function layoutTree(tree: TraceTree, isOpen: (node: number) => boolean): TreeLayout {
  const nodes: number[] = [];
  const parents: number[] = [];
  const from: number[] = [];
  const to: number[] = [];
  const skipped: number[] = [];
  let next = 0;
  let columns = 0;

  function place(node: number, parent: number): void {
    const index = nodes.length;
    nodes.push(node);
    parents.push(parent);
    from.push(next);
    to.push(next);
    skipped.push(-1);
    const ply = tree.ply[node] ?? 0;
    columns = Math.max(columns, ply + 1);
    const children = isOpen(node) ? tree.children(node) : [];
    if (children.length === 0) {
      next++;
      return;
    }
    children.forEach((child) => place(child, index));
    if ((tree.cutAt[node] ?? -1) >= 0) {
      skipped[index] = next++;
      columns = Math.max(columns, ply + 2);
    }
    to[index] = next - 1;
  }

  if (tree.size > 0) place(0, -1);
  return {
    nodes: Int32Array.from(nodes),
    parents: Int32Array.from(parents),
    from: Float32Array.from(from),
    to: Float32Array.from(to),
    skipped: Float32Array.from(skipped),
    height: next,
    columns,
  };
}

/** The row where a node stands in a window of rows: in the middle of what is in sight of its span, so that parents stay beside their children. */
export function rowIn(layout: TreeLayout, index: number, upper: number, lower: number): number {
  const from = layout.from[index] ?? 0;
  const to = layout.to[index] ?? 0;
  const seenFrom = Math.min(Math.max(from, upper), to);
  const seenTo = Math.max(Math.min(to, lower), from);
  return (seenFrom + seenTo) / 2;
}
