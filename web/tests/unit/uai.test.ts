import { expect, test } from "vitest";
import { goLines, parseComplaint, parseInfo, positionLines } from "../../src/lib/uai.ts";

test("reads an info line", () => {
  const line = "info depth 4 seldepth 6 multipv 2 score cp -5604 nodes 1899 time 3 nps 3995732 hashfull 0 pv d3 a5 b5";
  expect(parseInfo(line)).toEqual({ depth: 4, rank: 2, value: -56.04, nodes: 1899, ms: 3, moves: ["d3", "a5", "b5"] });
});

test("has one line where none is numbered", () => {
  expect(parseInfo("info depth 1 score cp 121 nodes 9 time 0 pv g2")?.rank).toBe(1);
});

test.each(["bestmove c4", "readyok", "info string the game is over", "info depth 3", ""])("passes over %s", (line) => {
  expect(parseInfo(line)).toBeNull();
});

test("tells complaints", () => {
  expect(parseComplaint("info string no option is called 'game'")).toBe("no option is called 'game'");
  expect(parseComplaint("bestmove a1")).toBeNull();
});

test("puts the thinker before a position", () => {
  expect(positionLines({ game: "wargame", board: "Smolensk", raid: "optional", start: "6/6/6/6/6/6 x 0", moves: ["c3"] })).toEqual([
    "setoption name Variant value wargame",
    "setoption name Raid value optional",
    "setoption name Board value Smolensk",
    "position fen 6/6/6/6/6/6 x 0 moves c3",
  ]);
  expect(positionLines({ game: "ataxx", moves: [] }).at(-1)).toBe("position startpos");
});

test("says how long to think", () => {
  expect(goLines(3, { movetime: 500 })).toEqual(["setoption name MultiPV value 3", "go movetime 500"]);
  expect(goLines(1, { nodes: 100 })[1]).toBe("go nodes 100");
});
