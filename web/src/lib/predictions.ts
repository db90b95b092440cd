// What a student can predict in a search: which value goes up to a node, whether the rest of a node is cut, which move is played. All of it is
// read off the search's own events: the question is asked one step before the answer shows.
import { EventKind, type Trace } from "../contract.ts";
import { lessonStrings } from "../strings-lessons.ts";
import { valueText, type TraceTree } from "./tracetree.ts";

export type PredictionKind = "value" | "cut" | "move";

export interface Prediction {
  kind: PredictionKind;
  /** The last step that is shown before the answer. */
  step: number;
  /** A question about the end is asked when all is shown. */
  node: number;
  ask: string;
  options: string[];
  right: number;
  why: string;
}

const text = lessonStrings.predict;
const nameOf = (tree: TraceTree, node: number) => (node === 0 ? text.root : tree.path(node).join(" "));
const isMax = (tree: TraceTree, node: number) => (tree.ply[node] ?? 0) % 2 === 0;

/** The events of a node after its first: one for every child that came back. */
function returnsOf(trace: Trace, tree: TraceTree): Map<number, number[]> {
  const found = new Map<number, number[]>();
  trace.events.kind.forEach((kind, event) => {
    if (kind !== EventKind.update && kind !== EventKind.cut) return;
    const node = tree.nodeOf[event] ?? 0;
    found.set(node, [...(found.get(node) ?? []), event]);
  });
  return found;
}

function values(trace: Trace, tree: TraceTree): Prediction[] {
  const out: Prediction[] = [];
  for (const [node, events] of returnsOf(trace, tree)) {
    const last = events.at(-1) ?? 0;
    const children = tree.children(node);
    if (children.length < 2 || (tree.cutAt[node] ?? -1) >= 0) continue;
    const seen = children.map((child) => tree.at(child, last)?.value ?? 0);
    const options = [...new Set(seen)].sort((a, b) => a - b);
    const value = tree.at(node, last)?.value ?? 0;
    if (options.length < 2 || !options.includes(value)) continue;
    out.push({
      kind: "value",
      step: last - 1,
      node,
      get ask() {
        return text.value(nameOf(tree, node), seen.map(valueText).join(", "), isMax(tree, node));
      },
      options: options.map(valueText),
      right: options.indexOf(value),
      get why() {
        return text.valueWhy(valueText(value), isMax(tree, node));
      },
    });
  }
  return out.sort((a, b) => a.step - b.step);
}

function cuts(trace: Trace, tree: TraceTree): Prediction[] {
  const out: Prediction[] = [];
  for (const [node, events] of returnsOf(trace, tree)) {
    const max = isMax(tree, node);
    events.forEach((event, index) => {
      const cut = trace.events.kind[event] === EventKind.cut;
      // After the last child there is nothing left to skip.
      if (!cut && index === events.length - 1) return;
      const before = tree.at(node, event - 1);
      const value = tree.at(node, event)?.value ?? 0;
      const bound = (max ? before?.beta : before?.alpha) ?? Infinity;
      if (!Number.isFinite(bound)) return;
      out.push({
        kind: "cut",
        step: event - 1,
        node,
        get ask() {
          return text.cut(nameOf(tree, node), valueText(value), valueText(bound), max);
        },
        get options() {
          return text.cutOptions;
        },
        right: cut ? 1 : 0,
        get why() {
          return (cut ? text.cutWhy : text.goOnWhy)(valueText(value), valueText(bound), max);
        },
      });
    });
  }
  return out.sort((a, b) => a.step - b.step);
}

function moves(trace: Trace, tree: TraceTree): Prediction[] {
  const children = tree.children(0);
  const last = tree.steps - 1;
  const options = children.map((child) => (tree.names[child] ?? "").toLowerCase());
  const right = options.indexOf(trace.move ?? "");
  if (right < 0) return [];
  return [
    {
      kind: "move",
      step: last,
      node: 0,
      get ask() {
        return text.move;
      },
      options,
      right,
      get why() {
        return text.moveWhy(trace.move ?? "", valueText(trace.value));
      },
    },
  ];
}

/** Some of each answer: whoever always says the same must not be right. */
function mixed(all: Prediction[], most: number): Prediction[] {
  const byAnswer = new Map<number, Prediction[]>();
  for (const one of all) byAnswer.set(one.right, [...(byAnswer.get(one.right) ?? []), one]);
  const piles = [...byAnswer.values()];
  const out: Prediction[] = [];
  for (let round = 0; out.length < Math.min(most, all.length); round++) {
    for (const pile of piles) if (pile[round] && out.length < most) out.push(pile[round] as Prediction);
  }
  return out;
}

export function predictionsOf(trace: Trace, tree: TraceTree, wanted: readonly { kind: PredictionKind; most: number }[]): Prediction[] {
  const makers = { value: values, cut: cuts, move: moves };
  return wanted
    .flatMap(({ kind, most }) => (kind === "cut" ? mixed(cuts(trace, tree), most) : makers[kind](trace, tree).slice(0, most)))
    .sort((a, b) => a.step - b.step);
}
