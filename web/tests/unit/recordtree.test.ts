// A game's tree survives a file: through the real module, as JSON and as PGN.
import { describe, expect, test } from "vitest";
import type { KeptNode } from "../../src/lib/gametree.ts";
import { gameLine, treeOf } from "../../src/lib/recordtree.ts";
import { loadEngine } from "./engine.ts";

const tried = (move: string, children: KeptNode[] = [], more: Partial<KeptNode> = {}): KeptNode => ({ move, ...more, tried: true, ...(children.length > 0 && { children }) });
/** Played: a5 c6 b6. Tried: instead of c6 two lines, one with a branch; after b6 one; and something instead of a5. */
const tree: KeptNode = {
  move: "",
  children: [
    {
      move: "a5",
      children: [
        {
          move: "c6",
          note: { value: -2.5, depth: 3, nodes: 12, ms: 5 },
          comment: "greedy (I think)",
          children: [{ move: "b6", children: [tried("d5", [tried("a6")])] }],
        },
        tried("d4", [tried("c4"), tried("e4", [], { comment: "or here" })]),
        tried("f6"),
      ],
    },
    tried("c3"),
  ],
};
const live = ["a5", "c6", "b6"];

describe("a tree of moves", () => {
  test.each(["json", "pgn"] as const)("comes back from %s as it was", async (format) => {
    const engine = await loadEngine();
    const { text } = engine.ask("record", { game: "wargame", board: "Smolensk", ...gameLine(tree, live), format, players: ["You", "Ann"], date: "2026-11-16" });
    const [game] = engine.ask("read", { text }).games;
    expect(game?.moves).toEqual(live);
    expect(treeOf({ moves: game?.moves ?? [], notes: game?.notes ?? [], variations: game?.variations ?? [] })).toEqual(tree);
    if (format === "pgn") expect(text).toMatch(/\{[+-]2\.50\/\d+ /);
  });

  test("that was only tried is not lost either", () => {
    const line = gameLine({ move: "", children: [tried("a1"), tried("b1")] }, []);
    expect(line.moves).toEqual(["a1"]);
    expect(line.variations.map((one) => one.moves)).toEqual([["b1"]]);
  });
});
