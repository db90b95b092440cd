import { describe, expect, test } from "vitest";
import type { GameInfo, Grade, Judgement } from "../../src/contract.ts";
import { boardText, boardsFor, rowsOfValues } from "../../src/lib/boardchoice.ts";
import { coordinateLabels, displayed, frameOf, turningOrder } from "../../src/lib/drawing.ts";
import { barShare, countText, signedText, valueText } from "../../src/lib/evaluation.ts";
import { changedOnly, GifWriter } from "../../src/lib/gif.ts";
import { joinPlayer, splitPlayer, textbookKinds } from "../../src/lib/players.ts";
import { reviewOf, turningPoints } from "../../src/lib/review.ts";

describe("boards", () => {
  const choice = { mode: "named" as const, name: "Narvik", seed: 7, rows: 5, cols: 6, own: "1 2\t3\r\n 4,5;6\n\n", layout: "open" };
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
  test("read well", () => {
    expect([285.4, -0.04, 3.25, -12, 0].map(valueText)).toEqual(["285", "0", "3.3", "−12", "0"]);
    expect([5, -5, 0].map(signedText)).toEqual(["+5", "−5", "0"]);
    expect([999, 12_345, 2_500_000].map(countText)).toEqual(["999", "12 k", "2.5 M"]);
  });
  test("fill the bar from both ends", () => {
    expect(barShare(0, 100)).toBe(0.5);
    expect(barShare(50, 100)).toBeGreaterThan(0.75);
    expect(barShare(-1e9, 100)).toBeCloseTo(0);
  });
});

describe("a review", () => {
  const judged = (ply: number, loss: number, grade: Grade | null = null): Judgement => ({ ply, move: `m${ply}`, value: 0, played: -loss, exact: true, best: "best", depth: 3, loss, share: loss / 400, grade });
  test("lists the mistakes and measures both sides", () => {
    const review = reviewOf([judged(0, 0), judged(1, 30, "mistake")], ["first", "second", "first"], "raid");
    expect(review?.mistakes).toMatchObject([{ ply: 1, side: "second", move: "m1", better: "best", loss: 30, exact: true, grade: "mistake" }]);
    expect(review?.accuracy[0]).toBe(100);
    expect(review?.accuracy[1]).toBeLessThan(40);
    expect(review?.exact).toBe(true);
  });
  test("waits until every move is judged", () => {
    expect(reviewOf([judged(0, 0), null], ["first", "second"], "raid")).toBeNull();
  });
  test("names the worst mistakes of the side that lost, in the order of the game", () => {
    const mistakes = reviewOf([judged(0, 90, "blunder"), judged(1, 200, "blunder"), judged(2, 30, "mistake"), judged(3, 0), judged(4, 50, "blunder"), judged(5, 0), judged(6, 9, "inaccuracy")], ["first", "second", "first", "second", "first", "second", "first"], "raid")?.mistakes ?? [];
    expect(turningPoints(mistakes, "first").map(({ ply }) => ply)).toEqual([0, 4]);
    expect(turningPoints(mistakes, null)).toEqual([]);
  });
});

describe("drawing", () => {
  test("puts letters beside row 1", () => {
    expect(frameOf(2, 2, ["a1", "b1", "a2", "b2"], true).lettersBelow).toBe(false);
    expect(frameOf(2, 2, ["a2", "b2", "a1", "b1"], true).lettersBelow).toBe(true);
    expect(frameOf(11, 1, ["a11"], true).lettersBelow).toBe(true);
  });
  test("turns pieces over from the nearest on, clockwise from the top", () => {
    // Around the middle of 5x5: below, right, above, two to the left.
    expect([...turningOrder(12, [17, 13, 10, 7], 5).keys()]).toEqual([7, 13, 17, 10]);
  });
  test("turns the board round", () => {
    expect(displayed(0, 2, 3, true)).toBe(5);
    const names = ["a1", "b1", "a2", "b2"];
    expect(coordinateLabels(2, 2, names, true, frameOf(2, 2, names, true)).map((label) => label.text)).toEqual(["b", "a", "2", "1"]);
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
