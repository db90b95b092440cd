// Where the nodes of a search tree are drawn: plies are columns from left to right, every visible tip has a row of its own, and a parent
// stands beside the middle of its children. Only unfolded nodes are visited, so a folded tree of any size costs little.
import type { TraceTree } from "./tracetree.ts";

export interface TreeLayout {
  /** Visible nodes, parents before children. */
  nodes: Int32Array;
  rows: Float32Array;
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
  const rows: number[] = [];
  const skipped: number[] = [];
  let next = 0;
  let columns = 0;

  function place(node: number, parent: number): number {
    const index = nodes.length;
    nodes.push(node);
    parents.push(parent);
    rows.push(0);
    skipped.push(-1);
    columns = Math.max(columns, (tree.ply[node] ?? 0) + 1);
    const children = isOpen(node) ? tree.children(node) : [];
    if (children.length === 0) {
      rows[index] = next++;
      return rows[index] ?? 0;
    }
    const placed = children.map((child) => place(child, index));
    if ((tree.cutAt[node] ?? -1) >= 0) {
      skipped[index] = next++;
      columns = Math.max(columns, (tree.ply[node] ?? 0) + 2);
    }
    rows[index] = ((placed[0] ?? 0) + (placed.at(-1) ?? 0)) / 2;
    return rows[index] ?? 0;
  }

  if (tree.size > 0) place(0, -1);
  return {
    nodes: Int32Array.from(nodes),
    parents: Int32Array.from(parents),
    rows: Float32Array.from(rows),
    skipped: Float32Array.from(skipped),
    height: next,
    columns,
  };
}
