// The tree that a search's events describe. Nodes are numbered in the order in which they were entered, so a node's subtree is the
// range [node, end[node]) and everything fits into flat arrays: 10^5 nodes take a few megabytes and build in milliseconds.
import { EventKind, type TraceEvents } from "../contract.ts";

/** The tracer's infinity is the largest of its numbers; anything this far out is one. */
const infinity = 1_000_000_000;

export interface Snapshot {
  value: number;
  alpha: number;
  beta: number;
}

export type NodeStatus = "ahead" | "open" | "done" | "cut";

export class TraceTree {
  readonly size: number;
  readonly steps: number;
  /** -1 for the root. */
  readonly parent: Int32Array;
  readonly ply: Uint8Array;
  readonly names: string[];
  /** One past the last node of the subtree. */
  readonly end: Int32Array;
  /** The event that ended the node early, or -1. */
  readonly cutAt: Int32Array;
  readonly leaf: Uint8Array;
  /** The node of every event. */
  readonly nodeOf: Int32Array;

  readonly #eventsFrom: Int32Array;
  readonly #eventsOf: Int32Array;
  readonly #numbers: { value: Float64Array; alpha: Float64Array; beta: Float64Array };

  constructor(events: TraceEvents) {
    const steps = events.kind.length;
    const parent: number[] = [];
    const ply: number[] = [];
    const leaf: number[] = [];
    const open: number[] = [];
    this.names = [];
    this.steps = steps;
    this.nodeOf = new Int32Array(steps);
    const cut = new Map<number, number>();
    for (let event = 0; event < steps; event++) {
      const kind = events.kind[event];
      const depth = events.ply[event] ?? 0;
      if (kind === EventKind.enter || kind === EventKind.leaf) {
        open[depth] = parent.length;
        parent.push(depth === 0 ? -1 : (open[depth - 1] ?? 0));
        ply.push(depth);
        leaf.push(kind === EventKind.leaf ? 1 : 0);
        this.names.push(events.name[event] ?? "");
      }
      const node = open[depth] ?? 0;
      this.nodeOf[event] = node;
      if (kind === EventKind.cut) cut.set(node, event);
    }
    this.size = parent.length;
    this.parent = Int32Array.from(parent);
    this.ply = Uint8Array.from(ply);
    this.leaf = Uint8Array.from(leaf);
    this.cutAt = new Int32Array(this.size).fill(-1);
    cut.forEach((event, node) => (this.cutAt[node] = event));
    this.end = subtreeEnds(this.parent);
    [this.#eventsFrom, this.#eventsOf] = groupByNode(this.nodeOf, this.size);
    this.#numbers = { value: numbers(events.value), alpha: numbers(events.alpha), beta: numbers(events.beta) };
  }

  children(node: number): number[] {
    const found: number[] = [];
    const end = this.end[node] ?? 0;
    for (let child = node + 1; child < end; child = this.end[child] ?? end) found.push(child);
    return found;
  }

  /** Names from the root's child to the node: the moves that lead there. */
  path(node: number): string[] {
    const names: string[] = [];
    for (let at = node; at > 0; at = this.parent[at] ?? -1) names.unshift(this.names[at] ?? "");
    return names;
  }

  firstEvent(node: number): number {
    return this.#eventsOf[this.#eventsFrom[node] ?? 0] ?? 0;
  }

  /** What the node's line of the log said last, up to and including `step`; null while the search has not come there. */
  at(node: number, step: number): Snapshot | null {
    let low = this.#eventsFrom[node] ?? 0;
    let high = this.#eventsFrom[node + 1] ?? 0;
    if ((this.#eventsOf[low] ?? Infinity) > step) return null;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#eventsOf[middle] ?? 0) <= step) low = middle;
      else high = middle;
    }
    const event = this.#eventsOf[low] ?? 0;
    const { value, alpha, beta } = this.#numbers;
    return { value: value[event] ?? 0, alpha: alpha[event] ?? 0, beta: beta[event] ?? 0 };
  }

  status(node: number, step: number): NodeStatus {
    if (this.firstEvent(node) > step) return "ahead";
    const cut = this.cutAt[node] ?? -1;
    if (cut >= 0 && cut <= step) return "cut";
    const last = this.#eventsOf[(this.#eventsFrom[node + 1] ?? 1) - 1] ?? 0;
    return last <= step && (last < step || this.leaf[node] === 1) ? "done" : "open";
  }

  isAncestor(above: number, node: number): boolean {
    return above <= node && node < (this.end[above] ?? 0);
  }
}

function subtreeEnds(parent: Int32Array): Int32Array {
  const end = new Int32Array(parent.length);
  for (let node = parent.length - 1; node >= 0; node--) {
    end[node] = Math.max(end[node] ?? 0, node + 1);
    const above = parent[node] ?? -1;
    if (above >= 0) end[above] = Math.max(end[above] ?? 0, end[node] ?? 0);
  }
  return end;
}

/** Where each node's events begin, and the events themselves, node by node and in order. */
function groupByNode(nodeOf: Int32Array, size: number): [Int32Array, Int32Array] {
  const from = new Int32Array(size + 1);
  for (const node of nodeOf) from[node + 1] = (from[node + 1] ?? 0) + 1;
  for (let node = 0; node < size; node++) from[node + 1] = (from[node + 1] ?? 0) + (from[node] ?? 0);
  const next = from.slice();
  const events = new Int32Array(nodeOf.length);
  nodeOf.forEach((node, event) => {
    const at = next[node] ?? 0;
    events[at] = event;
    next[node] = at + 1;
  });
  return [from, events];
}

function numbers(column: number[]): Float64Array {
  return Float64Array.from(column, (value) => (Math.abs(value) >= infinity ? Math.sign(value) * Infinity : value));
}

export function valueText(value: number): string {
  return value === Infinity ? "∞" : value === -Infinity ? "−∞" : String(value).replace("-", "−");
}
