// Two searches of the same position beside one another.
import type { TraceTree } from "./tracetree.ts";

const keyOf = (tree: TraceTree, node: number) => tree.path(node).join(" ");

/** Names every event by its node and by how often that node was heard of before. */
function* named(tree: TraceTree): Generator<[string, number]> {
  const heard = new Map<number, number>();
  for (let event = 0; event < tree.steps; event++) {
    const node = tree.nodeOf[event] ?? 0;
    const times = heard.get(node) ?? 0;
    heard.set(node, times + 1);
    yield [`${keyOf(tree, node)}#${times}`, event];
  }
}

/** For every step of one search the step of the other at which it is at the same place; where there is none, the one before. */
export function counterparts(main: TraceTree, beside: TraceTree): Int32Array {
  const places = new Map(named(beside));
  const out = new Int32Array(main.steps);
  let last = 0;
  for (const [key, event] of named(main)) {
    last = places.get(key) ?? last;
    out[event] = last;
  }
  return out;
}

/** The nodes of the search beside that the other never looked at. */
export function leftOut(main: TraceTree, beside: TraceTree): ReadonlySet<number> {
  const seen = new Set(Array.from({ length: main.size }, (_, node) => keyOf(main, node)));
  return new Set(Array.from({ length: beside.size }, (_, node) => node).filter((node) => !seen.has(keyOf(beside, node))));
}
