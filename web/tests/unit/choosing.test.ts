import { describe, expect, test } from "vitest";
import type { LegalMove } from "../../src/contract.ts";
import { movesOf, tap, type Position } from "../../src/lib/choosing.ts";

const move = (text: string, kind: LegalMove["kind"], from: number, to: number, pieces: number[] = [], captures: number[] = []): LegalMove => ({
  move: text,
  kind,
  from,
  to,
  captures,
  pieces,
});

describe("a tap on a board of drops and raids", () => {
  const position: Position = {
    squares: "x.o...",
    to_move: "first",
    legal: [
      move("b1", "place", -1, 1),
      move("b1*", "raid", -1, 1, [], [2]),
      move("b2", "place", -1, 4),
      move("a2", "place", -1, 3),
      move("a2*", "raid", -1, 3),
    ],
  };

  test("plays the only move", () => {
    expect(tap(position, null, 4)).toEqual({ kind: "play", move: position.legal[2] });
  });

  test("asks where a drop and a raid are possible, and offers first what takes more", () => {
    expect(tap(position, null, 1)).toMatchObject({ kind: "choose", moves: [{ move: "b1*" }, { move: "b1" }] });
  });

  test("does not ask where both do the same", () => {
    expect(tap(position, null, 3)).toEqual({ kind: "play", move: position.legal[3] });
  });

  test("does nothing on pieces", () => {
    expect(tap(position, null, 0)).toEqual({ kind: "nothing" });
  });
});

describe("a tap on a board of clones and jumps", () => {
  // x . . .      a piece in the corner and one in the middle of the second row
  // . . x .
  const position: Position = {
    squares: "x.....x.",
    to_move: "first",
    legal: [
      move("b2", "clone", -1, 1, [0, 6]),
      move("d2", "clone", -1, 3, [6]),
      move("a2c2", "jump", 0, 2, [0]),
      move("c1a1", "jump", 6, 4, [6]),
      move("c1b2", "jump", 6, 1, [6]),
      move("a2d1", "jump", 0, 7, [0]),
      move("c1d1", "jump", 6, 7, [6]),
    ],
  };

  test("selects an own piece, and shows what it can do", () => {
    expect(tap(position, null, 0)).toEqual({ kind: "select", square: 0 });
    expect(movesOf(position, 0).map((one) => one.move)).toEqual(["b2", "a2c2", "a2d1"]);
    expect(movesOf(position, 6).map((one) => one.move)).toEqual(["b2", "d2", "c1a1", "c1b2", "c1d1"]);
  });

  test("plays the selected piece's move", () => {
    expect(tap(position, 0, 1)).toMatchObject({ kind: "play", move: { move: "b2" } });
    expect(tap(position, 0, 2)).toMatchObject({ kind: "play", move: { move: "a2c2" } });
  });

  test("lets go on the selected piece and on squares out of reach", () => {
    expect(tap(position, 0, 0)).toEqual({ kind: "nothing" });
    expect(tap(position, 0, 4)).toEqual({ kind: "nothing" });
  });

  test("plays without a selection where only one move leads", () => {
    expect(tap(position, null, 3)).toMatchObject({ kind: "play", move: { move: "d2" } });
  });

  test("clones where it can, and asks only which piece shall jump", () => {
    expect(tap(position, null, 1)).toMatchObject({ kind: "play", move: { move: "b2" } });
    expect(tap(position, null, 7)).toMatchObject({ kind: "choose", moves: [{ move: "a2d1" }, { move: "c1d1" }] });
  });
});
