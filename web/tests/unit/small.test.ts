import { describe, expect, test } from "vitest";
import type { GameInfo } from "../../src/contract.ts";
import { boardText, boardsFor, rowsOfValues } from "../../src/lib/boardchoice.ts";
import { coordinateLabels, displayed, frameOf } from "../../src/lib/drawing.ts";
import { barShare, countText, marginOf, signedText, steadyValue, valueText } from "../../src/lib/evaluation.ts";
import { changedOnly, GifWriter } from "../../src/lib/gif.ts";
import { joinPlayer, splitPlayer, textbookKinds } from "../../src/lib/players.ts";
import { mistake, worstOf } from "../../src/lib/review.ts";

describe("boards", () => {
  const choice = { mode: "named" as const, name: "Narvik", seed: 7, rows: 5, cols: 6, own: "1 2\t3\r\n 4,5;6\n\n" };
  test("become the text of a question", () => {
    expect(boardText(choice)).toBe("Narvik");
    expect(boardText({ ...choice, mode: "random" })).toBe("random:7:5x6");
    expect(boardText({ ...choice, mode: "size" })).toBe("5x6");
    expect(boardText({ ...choice, mode: "own" })).toBe("1 2 3/4 5 6");
    expect(rowsOfValues("1 2/3 4")).toBe("1 2/3 4");
  });

  test("are offered where they fit, the usual size first", () => {
    const game = { side: 6, square: true, smallest: 2, largest: 6 } as GameInfo;
    const board = (name: string, rows: number, cols: number) => ({ name, set: "", rows, cols, values: [] });
    const all = [board("five", 5, 5), board("oblong", 5, 6), board("six", 6, 6), board("seven", 7, 7)];
    expect(boardsFor(game, all).map((one) => one.name)).toEqual(["six", "five"]);
  });
});

describe("players", () => {
  const kinds = textbookKinds([
    { syntax: "engine[:ms=T]", meaning: "" },
    { syntax: "minimax:D", meaning: "" },
    { syntax: "random[:seed=S]", meaning: "" },
    { syntax: "report-mm:D", meaning: "" },
  ]);
  test("are those of the desk, the engine as levels", () => {
    expect(kinds.map(({ key, needsDepth }) => [key, needsDepth])).toEqual([
      ["minimax", true],
      ["random", false],
      ["report-mm", true],
    ]);
  });
  test.each(["human", "engine:level=5", "minimax:4", "random"])("%s is taken apart and put together", (player) => {
    expect(joinPlayer(splitPlayer(player), kinds)).toBe(player);
  });
});

describe("evaluations", () => {
  const line = (depth: number, value: number, rank = 1) => ({ depth, value, rank, nodes: 0, ms: 0, moves: [] });
  test("average the last two depths of the best line", () => {
    expect(steadyValue([])).toBeNull();
    expect(steadyValue([line(1, 8)])).toBe(8);
    expect(steadyValue([line(1, 100), line(2, 4), line(2, 50, 2), line(3, 10), line(3, 60, 2)])).toBe(7);
  });
  test("read well", () => {
    expect([285.4, -0.04, 3.25, -12, 0].map(valueText)).toEqual(["285", "0", "3.3", "−12", "0"]);
    expect([5, -5, 0].map(signedText)).toEqual(["+5", "−5", "0"]);
    expect([999, 12_345, 2_500_000].map(countText)).toEqual(["999", "12 k", "2.5 M"]);
  });
  test("take a proved win as its margin", () => {
    expect(marginOf(10_012, "ataxx")).toBe(12);
    expect(marginOf(-10_003, "ataxx")).toBe(-3);
    expect(marginOf(4.5, "ataxx")).toBe(4.5);
    expect(marginOf(20_000, "raid")).toBe(20_000);
  });
  test("fill the bar from both ends", () => {
    expect(barShare(0, 100)).toBe(0.5);
    expect(barShare(50, 100)).toBeGreaterThan(0.75);
    expect(barShare(-1e9, 100)).toBeCloseTo(0);
  });
});

describe("a review", () => {
  const values = [
    { move: "a1", value: 12, exact: false },
    { move: "b1", value: 4, exact: false },
  ];
  test("measures a move against the best", () => {
    expect(mistake(3, "second", "b1", values)).toEqual({ ply: 3, side: "second", move: "b1", better: "a1", loss: 8 });
    expect(mistake(3, "second", "a1", values)).toBeNull();
    expect(mistake(3, "second", "zz", values)).toBeNull();
  });
  test("lists the costliest first and leaves trifles out", () => {
    const one = (loss: number) => ({ ply: loss, side: "first" as const, move: "", better: "", loss });
    expect(worstOf([one(3), one(40), one(9), one(20)], 400, 2).map((each) => each.loss)).toEqual([40, 20]);
  });
});

describe("drawing", () => {
  test("puts letters beside row 1", () => {
    expect(frameOf(2, 2, ["a1", "b1", "a2", "b2"], true).lettersBelow).toBe(false);
    expect(frameOf(2, 2, ["a2", "b2", "a1", "b1"], true).lettersBelow).toBe(true);
    expect(frameOf(11, 1, ["a11"], true).lettersBelow).toBe(true);
  });
  test("turns the board round", () => {
    expect(displayed(0, 2, 3, true)).toBe(5);
    const names = ["a1", "b1", "a2", "b2"];
    expect(coordinateLabels(2, 2, names, true, frameOf(2, 2, names, true)).map((label) => label.text)).toEqual(["B", "A", "2", "1"]);
  });
});

describe("animated pictures", () => {
  test("store only what changes", () => {
    expect([...changedOnly(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 0, 3), 9)]).toEqual([9, 2, 9]);
  });
  test("are GIFs with as many frames as were added", () => {
    const pixels = (red: number) => Uint8ClampedArray.from({ length: 64 }, (_, at) => (at % 4 === 3 ? 255 : at % 4 === 0 ? red : 0));
    const writer = new GifWriter([pixels(0), pixels(255)]);
    writer.add({ width: 4, height: 4, pixels: pixels(0), delayMs: 700 });
    writer.add({ width: 4, height: 4, pixels: pixels(255), delayMs: 700 });
    const bytes = writer.finish();
    expect(String.fromCharCode(...bytes.slice(0, 6))).toBe("GIF89a");
    expect(bytes.at(-1)).toBe(0x3b);
    const controls = [...bytes.keys()].filter((at) => bytes[at] === 0x21 && bytes[at + 1] === 0xf9);
    expect(controls).toHaveLength(2);
  });
});
