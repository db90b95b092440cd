import { describe, expect, test } from "vitest";
import type { SmallState } from "../../src/contract.ts";
import { annotate, find, forward, GameTree, isOn, kept, lineThrough, movesTo, tips, visit, type GameNode } from "../../src/lib/gametree.ts";

const state: SmallState = { squares: "", scores: [0, 0], to_move: "first", last: null, fen: "" };
const line = (tree: GameTree, from: GameNode, moves: string) => moves.split(" ").reduce((node, move) => tree.add(node, move, state), from);
const text = (nodes: GameNode[]) => nodes.map((node) => node.move).join(" ").trim();

function played() {
  const tree = new GameTree(state);
  const live = line(tree, tree.root, "a b c d");
  for (let at: GameNode | null = live; at; at = at.parent) at.played = true;
  visit(live);
  const back = find(tree, ["a"]) as GameNode;
  const tried = line(tree, back, "x y");
  return { tree, live, back, tried };
}

describe("a game as a tree", () => {
  test("keeps the game when something else is tried", () => {
    const { live, back, tried } = played();
    visit(tried);
    expect(movesTo(live)).toEqual(["a", "b", "c", "d"]);
    expect(movesTo(tried)).toEqual(["a", "x", "y"]);
    // A step forward follows the game from a position of the game, and the variation from one of its own.
    expect(forward(back, live)?.move).toBe("b");
    expect(text(lineThrough(tried.parent as GameNode, live))).toBe("a x y");
    expect(isOn(tried, live)).toBe(false);
  });

  test("does not grow by a move that is there already", () => {
    const { tree, back } = played();
    expect(tree.add(back, "x", state)).toBe(find(tree, ["a", "x"]));
    expect(back.children).toHaveLength(2);
  });

  test("leads forward to what was taken back", () => {
    const { tree } = played();
    const live = find(tree, ["a", "b"]) as GameNode;
    expect(text(lineThrough(live, live))).toBe("a b c d");
  });

  test("does not take a try at its end for the game", () => {
    const { tree, live } = played();
    visit(line(tree, live, "z"));
    expect(text(lineThrough(live, live))).toBe("a b c d");
    expect(tips(kept(tree.root, live)).map((moves) => moves.join(" "))).toEqual(["a b c d z", "a x y"]);
  });

  test("is kept and found again, with remarks", () => {
    const { tree, live, tried } = played();
    tried.comment = "better?";
    live.note = { depth: 3 };
    const copy = JSON.parse(JSON.stringify(kept(tree.root, live))) as ReturnType<typeof kept>;
    expect(tips(copy).map((moves) => moves.join(" "))).toEqual(["a b c d", "a x y"]);
    const again = new GameTree(state);
    tips(copy).forEach((moves) => line(again, again.root, moves.join(" ")));
    annotate(again, copy);
    expect(find(again, ["a", "x", "y"])?.comment).toBe("better?");
    expect(find(again, ["a", "b", "c", "d"])?.note).toEqual({ depth: 3 });
  });

  test("loses a variation only when told to", () => {
    const { tree, live, back } = played();
    tree.remove(find(tree, ["a", "x"]) as GameNode);
    expect(back.children.map((child) => child.move)).toEqual(["b"]);
    expect(find(tree, movesTo(live))).toBe(live);
  });
});
