import { beforeAll, describe, expect, test } from "vitest";
import type { Game, Knowledge } from "../../src/contract.ts";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fulfils, guided, guideOf } from "../../src/lib/guides.ts";
import type { Puzzle } from "../../src/state/puzzles.svelte.ts";
import { firstChoice, boardText } from "../../src/lib/boardchoice.ts";
import { demos } from "../../src/lib/demos.ts";
import { joinPlayer, usualManner, textbookKinds } from "../../src/lib/players.ts";
import { TraceTree } from "../../src/lib/tracetree.ts";
import { loadEngine } from "./engine.ts";

let engine: Awaited<ReturnType<typeof loadEngine>>;
beforeAll(async () => {
  engine = await loadEngine();
});

const smolensk: Game = { game: "wargame", board: "Smolensk", moves: ["a5", "c6"] };

describe("the module keeps the contract", () => {
  test("lists five games, each with a board that it accepts", () => {
    const { games, boards, levels } = engine.ask("games", {});
    expect(games.map((game) => game.key)).toEqual(["wargame", "squirrels", "stakeraid", "reloaded", "ataxx"]);
    expect(levels).toBe(8);
    for (const game of games) {
      const board = boardText(firstChoice(game, boards, 7));
      expect(engine.ask("state", { game: game.key, board, moves: [] }).rows).toBe(game.side);
    }
  });

  test.each(Object.entries(demos))("plays the example of %s, with a capture in it", (_name, demo) => {
    const { states } = engine.ask("replay", demo);
    expect(states).toHaveLength(demo.moves.length + 1);
    expect(states.some((state) => (state.last?.captures.length ?? 0) > 0)).toBe(true);
  });

  test.each(guided)("can do what the guide to %s asks for, and not everything does it", (name) => {
    const guide = guideOf(name);
    if (!guide) throw new Error("no guide");
    for (const step of guide.steps) {
      const state = engine.ask("state", { ...guide.setup, start: step.start, moves: [] });
      const right = state.legal.filter((move) => fulfils(step, move, state.names));
      expect(right.length).toBeGreaterThan(0);
      expect(right.length).toBeLessThan(state.legal.length);
    }
  });

  test("has puzzles whose best move is the only one", () => {
    const puzzles = readFileSync(resolve(import.meta.dirname, "../../public/puzzles.jsonl"), "utf8").trim().split("\n");
    expect(puzzles.length).toBeGreaterThan(200);
    for (const game of ["wargame", "squirrels", "stakeraid"]) expect(puzzles.filter((line) => line.includes(`"game":"${game}"`)).length).toBeGreaterThan(50);
    for (const line of puzzles.filter((_, at) => at % 40 === 0)) {
      const puzzle = JSON.parse(line) as Puzzle;
      const question = { game: puzzle.game, board: puzzle.board, start: puzzle.fen, moves: [], nodes: 1000, all: true, solve_ms: 20_000 };
      const { moves, exact } = engine.ask("analyse", question);
      expect(exact).toBe(true);
      expect(moves[0]).toMatchObject({ move: puzzle.best, value: puzzle.value });
      expect(moves[1]?.value).toBe(puzzle.next);
      expect(puzzle.next).toBeLessThan(puzzle.value);
    }
  });

  test("knows every player that the page offers", () => {
    const kinds = textbookKinds(engine.ask("games", {}).players);
    expect(kinds.map((kind) => kind.key)).toEqual(expect.arrayContaining(["random", "greedy", "minimax", "alphabeta"]));
    for (const key of ["random", "greedy", "minimax", "alphabeta"]) {
      expect(engine.ask("choose", { ...smolensk, player: joinPlayer({ key, amount: 2, manner: { evaluation: "vulnerable-sum", order: "static" } }, kinds) }).move).toMatch(/^[a-f][1-6]$/);
    }
    expect(engine.ask("choose", { ...smolensk, player: joinPlayer({ key: "level", amount: 3, manner: usualManner }, kinds) }).move).toMatch(/^[a-f][1-6]$/);
  });

  test("tells an analysis while it goes on, and never contradicts itself", () => {
    const question = { ...smolensk, nodes: 30_000, lines: 3 };
    const parts = engine.parts("analyse", question) as Knowledge[];
    expect(parts.length).toBeGreaterThan(1);
    for (const part of [...parts, engine.ask("analyse", question)]) {
      expect(part.value).toBe(part.moves[0]?.value);
      expect(part.moves.length).toBeGreaterThanOrEqual(3);
    }
  });

  test("traces a tree whose nodes are as many as it counts", () => {
    const trace = engine.ask("trace", { ...smolensk, algorithm: "alphabeta", depth: 2, ordered: false, most: 100_000 });
    const tree = new TraceTree(trace.events);
    expect(trace.truncated).toBe(false);
    expect(tree.size).toBe(trace.nodes);
    expect(trace.log).toHaveLength(tree.steps);
    expect(engine.ask("counts", { ...smolensk, depth: 2 }).alphabeta).toBe(trace.nodes);
    expect(tree.at(0, tree.steps - 1)?.value).toBe(trace.value);
  });

  test("reads the records that it writes", () => {
    for (const format of ["json", "pgn"] as const) {
      const { text } = engine.ask("record", { ...smolensk, format, players: ["Person", "Level 3"], date: "2026-01-31" });
      expect(engine.ask("read", { text }).games[0]).toMatchObject({ board: "Smolensk", game: "wargame", moves: smolensk.moves, players: ["Person", "Level 3"] });
    }
  });

  test("names what is wrong with a question", () => {
    expect(() => engine.ask("state", { ...smolensk, moves: ["a5", "a5"] })).toThrow(/move 2/);
    expect(() => engine.ask("state", { game: "wargame", board: "1 2/3", moves: [] })).toThrow();
  });
});
