import { describe, expect, test } from "vitest";
import { decodeLink, encodeLink, type LinkedGame } from "../../src/lib/link.ts";

const games: LinkedGame[] = [
  { setup: { game: "wargame" }, moves: [] },
  { setup: { game: "wargame", raid: "optional", board: "Smolensk" }, moves: ["c3", "d4*"], players: ["human", "engine:level=3"], decided: { outcome: "second", reason: "resignation" } },
  { setup: { game: "stakeraid", board: "random:7:6x6" }, moves: ["a1", "b2*"], ply: 1, decided: { outcome: "draw", reason: "adjudication" } },
  { setup: { game: "squirrels", board: "1 2/3 4", start: "x1/2 o 1" }, moves: ["b1"], decided: { outcome: "first", reason: "illegal move" } },
  { setup: { game: "ataxx", start: "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1" }, moves: ["g2", "a1c3", "0000"], players: ["human", "alphabeta:4,eval=toaster"], tab: "analyse" },
];

describe("links", () => {
  test.each(games)("carry a whole game there and back: $setup.game", (game) => {
    const hash = encodeLink(game);
    expect(decodeLink(hash)).toEqual(game);
    expect(hash).not.toMatch(/[\s%"<>]/);
  });

  test("survive what mail programs do to them", () => {
    const hash = encodeLink(games[3] as LinkedGame);
    expect(decodeLink(encodeURI(hash))).toEqual(games[3]);
  });

  test.each(["", "#", "#m=c3", "#%E0%A4%A", "#tab"])("that are none are told: %s", (hash) => {
    expect(decodeLink(hash)).toBeNull();
  });

  test.each(["first", "first.spite", "nobody.time"])("with an ending that there is not are of a game that goes on: %s", (ending) => {
    expect(decodeLink(`#g=wargame&m=c3&e=${ending}`)).toEqual({ setup: { game: "wargame" }, moves: ["c3"] });
  });

  test("with a ply beyond the moves show the last position", () => {
    expect(decodeLink("#g=wargame&m=c3&n=9")).toEqual({ setup: { game: "wargame" }, moves: ["c3"] });
  });
});
