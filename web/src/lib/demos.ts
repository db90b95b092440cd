// One short example per game: a position and moves that show what is special about it. The desk plays them.
import type { Game } from "../contract.ts";

export const demos: Record<string, Game> = {
  wargame: { game: "wargame", board: "5 9 4 7/8 3 9 2/4 9 6 8/7 2 8 3", start: "4/1x2/2o1/4 x 2", moves: ["c2", "d3", "d2"] },
  squirrels: { game: "squirrels", board: "1 2 3 2 1/2 4 6 4 2/3 6 9 6 3/2 4 6 4 2/1 2 3 2 1", start: "5/1x3/3o1/5/5 x 2", moves: ["c3", "d4", "b4", "c4"] },
  stakeraid: { game: "stakeraid", board: "9 2 7 4/3 8 5 6/7 4 9 2/2 6 3 8", start: "4/1xo1/4/4 x 2", moves: ["b1", "d3", "c1*", "c3*"] },
  reloaded: { game: "reloaded", board: "5x5", start: "x3o/5/5/5/o3x x 0 1", moves: ["b4", "d4", "e1e4", "a1a4"] },
  ataxx: { game: "ataxx", board: "5x5", start: "x3o/5/2-2/5/o3x x 0 1", moves: ["b4", "e5c4", "e1d3", "c5"] },
};

/** The board of the first page: somebody's move, and something to turn. */
export const teasers: Record<string, Omit<Game, "moves">> = {
  ...Object.fromEntries(
    ["wargame", "squirrels", "stakeraid"].map((game) => [game, { game, board: "5 9 4 7 12/8 3 15 2 9/4 9 6 8 11/7 2 8 14 3/1 6 10 5 13", start: "1xo1o/1x3/2ox1/x1oo1/1o3 x 10" }]),
  ),
  reloaded: { game: "reloaded", board: "5x5", start: "x1xoo/1x1o1/2o2/o4/o2xx x 0 1" },
  ataxx: { game: "ataxx", board: "5x5", start: "x1xoo/1x1o1/2-2/o1o2/o2xx x 0 1" },
};
