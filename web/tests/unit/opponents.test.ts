// Opponents that never play the same game twice, textbook players by their settings, and Ataxx boards with blocked squares.
import { describe, expect, test } from "vitest";
import { layoutsFor, layoutStart } from "../../src/lib/layouts.ts";
import { joinPlayer, seeded, splitPlayer, textbookKinds } from "../../src/lib/players.ts";
import { loadEngine } from "./engine.ts";

const engine = await loadEngine();
const opening = (player: string) => {
  const moves: string[] = [];
  for (const mine of ["c3", "d4", "b2"]) {
    const taken = engine.ask("state", { game: "wargame", board: "Smolensk", moves });
    moves.push(taken.legal.some(({ move }) => move === mine) ? mine : (taken.legal[0]?.move ?? ""));
    moves.push(engine.ask("choose", { game: "wargame", board: "Smolensk", moves, player }).move);
  }
  return moves.join(" ");
};

describe("an opponent", () => {
  test.each(["random", "engine:level=1", "engine:level=6"])("%s plays another game every time, and the same one again for the same game", (player) => {
    const games = ["one", "two", "three", "four", "five", "six"].map((game) => opening(seeded(player, game)));
    expect(new Set(games).size).toBeGreaterThan(1);
    expect(opening(seeded(player, "one"))).toBe(games[0]);
  });

  test("keeps the settings of a textbook player", () => {
    const kinds = textbookKinds(engine.ask("games", {}).players);
    for (const player of ["minimax:2", "alphabeta:4,eval=vulnerable-best", "alphabeta:3,eval=vulnerable-sum,order=static", "greedy", "engine:level=7"]) {
      expect(joinPlayer(splitPlayer(player), kinds)).toBe(player);
      expect(seeded(player, "game").startsWith(player)).toBe(true);
    }
    expect(seeded("human", "game")).toBe("human");
  });
});

describe("a layout", () => {
  test.each([4, 5, 6, 7, 8, 9, 12])("of %i by %i is a board to play on, fair to both", (side) => {
    for (const name of layoutsFor(side).slice(1)) {
      const start = layoutStart(name, side) ?? "";
      const state = engine.ask("state", { game: "ataxx", board: `${side}x${side}`, start, moves: [] });
      expect(state.squares).toContain("-");
      expect(state.scores).toEqual([2, 2]);
      expect([...state.squares].reverse().join("")).toBe(state.squares);
      expect(state.legal.length).toBeGreaterThan(3);
    }
    if (side === 7) expect(layoutsFor(7)).toHaveLength(6);
  });
});
