import { describe, expect, test } from "vitest";
import type { TraceEvents } from "../../src/contract.ts";
import { TraceTree, valueText } from "../../src/lib/tracetree.ts";
import { columnFor, fitting, nodeAt, placeOf, type Window } from "../../src/lib/treedrawing.ts";
import { layoutTree, rowIn } from "../../src/lib/treelayout.ts";

const inf = 1_000_000_000;

/** root(max) with A1(min): leaves B1=3, C1=5; and B1(min): leaf A1=2, cut. */
const rows: [kind: number, ply: number, name: string, value: number, alpha: number, beta: number][] = [
  [0, 0, "root", -inf, -inf, inf],
  [0, 1, "A1", inf, -inf, inf],
  [1, 2, "B1", 3, -inf, inf],
  [2, 1, "A1", 3, -inf, 3],
  [1, 2, "C1", 5, -inf, 3],
  [2, 1, "A1", 3, -inf, 3],
  [2, 0, "root", 3, 3, inf],
  [0, 1, "B1", inf, 3, inf],
  [1, 2, "A1", 2, 3, inf],
  [3, 1, "B1", 2, 3, inf],
  [2, 0, "root", 3, 3, inf],
];

const events: TraceEvents = {
  kind: rows.map((row) => row[0]),
  ply: rows.map((row) => row[1]),
  name: rows.map((row) => row[2]),
  value: rows.map((row) => row[3]),
  alpha: rows.map((row) => row[4]),
  beta: rows.map((row) => row[5]),
};

const tree = new TraceTree(events);

describe("a traced tree", () => {
  test("has the nodes in the order of the search", () => {
    expect(tree.names).toEqual(["root", "A1", "B1", "C1", "B1", "A1"]);
    expect([...tree.parent]).toEqual([-1, 0, 1, 1, 0, 4]);
    expect(tree.children(0)).toEqual([1, 4]);
    expect(tree.children(4)).toEqual([5]);
    expect(tree.path(3)).toEqual(["A1", "C1"]);
    expect(tree.isAncestor(1, 3)).toBe(true);
    expect(tree.isAncestor(1, 4)).toBe(false);
  });

  test("knows every node's numbers at every step", () => {
    expect(tree.at(1, 0)).toBeNull();
    expect(tree.at(1, 1)).toEqual({ value: Infinity, alpha: -Infinity, beta: Infinity });
    expect(tree.at(1, 2)).toEqual({ value: Infinity, alpha: -Infinity, beta: Infinity });
    expect(tree.at(1, 10)).toEqual({ value: 3, alpha: -Infinity, beta: 3 });
    expect(tree.at(0, 6)).toEqual({ value: 3, alpha: 3, beta: Infinity });
  });

  test("tells what is ahead, open, done and cut", () => {
    expect(tree.status(4, 6)).toBe("ahead");
    expect(tree.status(4, 8)).toBe("open");
    expect(tree.status(4, 9)).toBe("cut");
    expect(tree.status(1, 7)).toBe("done");
    expect(tree.status(2, 2)).toBe("done");
  });

  test("writes infinities and minus signs as people do", () => {
    expect([Infinity, -Infinity, -7, 12].map(valueText)).toEqual(["∞", "−∞", "−7", "12"]);
  });
});

describe("its layout", () => {
  const whole = layoutTree(tree, () => true);

  test("gives every tip a row, and the skipped children one", () => {
    expect([...whole.nodes]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...whole.from]).toEqual([0, 0, 0, 1, 2, 2]);
    expect([...whole.to]).toEqual([3, 1, 0, 1, 3, 2]);
    expect(whole.skipped[4]).toBe(3);
    expect(whole.height).toBe(4);
    expect(whole.columns).toBe(3);
  });

  test("folds", () => {
    const folded = layoutTree(tree, (node) => node === 0);
    expect([...folded.nodes]).toEqual([0, 1, 4]);
    expect(folded.height).toBe(2);
  });

  test("keeps a parent beside what is in sight of its children", () => {
    expect(rowIn(whole, 0, -10, 10)).toBe(1.5);
    expect(rowIn(whole, 0, 2, 10)).toBe(2.5);
    expect(rowIn(whole, 1, 5, 10)).toBe(1);
  });

  test("finds the node under a pointer", () => {
    const window: Window = { width: 600, height: 400, zoom: 1, left: 0, top: 0, column: columnFor(whole, 600, false) };
    whole.nodes.forEach((node, index) => {
      const { x, y } = placeOf(window, tree, whole, index);
      expect(nodeAt(window, { tree, layout: whole }, x, y)).toBe(node);
    });
    expect(nodeAt(window, { tree, layout: whole }, 590, 390)).toBeNull();
  });

  test("stays quick with a hundred thousand nodes", () => {
    const wide = 99_999;
    const many = new TraceTree({
      kind: [0, ...Array<number>(wide).fill(1)],
      ply: [0, ...Array<number>(wide).fill(1)],
      name: Array<string>(wide + 1).fill("A1"),
      value: Array<number>(wide + 1).fill(0),
      alpha: Array<number>(wide + 1).fill(0),
      beta: Array<number>(wide + 1).fill(0),
    });
    const before = performance.now();
    const layout = layoutTree(many, () => true);
    expect(layout.height).toBe(wide);
    expect(fitting(layout, 400)).toBeLessThan(0.01);
    expect(performance.now() - before).toBeLessThan(500);
  });
});
