// What brings people back: boards and puzzles of the day, ratings, repetition and the ladder.
import { describe, expect, test } from "vitest";
import type { LegalMove, SmallState } from "../../src/contract.ts";
import { courseOf, dailyBoard, dailyId, dayOfGame, readResults, shareLine } from "../../src/lib/daily.ts";
import { dayAt, dayNumber, dayOf, isDay, monthOf, puzzleOfDay, streakOf } from "../../src/lib/days.ts";
import { expected, rated } from "../../src/lib/glicko.ts";
import { ladderOf } from "../../src/lib/ladder.ts";
import { choicesOf, puzzleRating, themesOf } from "../../src/lib/puzzlegrade.ts";
import { cardKey, dueOn, practised, readPack, type Card } from "../../src/lib/repetition.ts";
import { lessonCount } from "../../src/lib/progress.ts";
import { courseLessons } from "../../src/lib/lessons.ts";
import type { Mistake } from "../../src/lib/review.ts";
import { storyOf } from "../../src/lib/story.ts";

test.each([1, 2, 89, 178, 297, 300])("of %d puzzles each is a day's before any comes again", (count) => {
  const seen = new Set(Array.from({ length: count }, (_, day) => puzzleOfDay(dayAt(20_000 + day), count)));
  expect(seen.size).toBe(count);
});

describe("days", () => {
  test("are those of the visitor's calendar, whatever the hour", () => {
    expect(dayOf(new Date(2026, 10, 19, 0, 1))).toBe("2026-11-19");
    expect(dayOf(new Date(2026, 0, 1, 23, 59))).toBe("2026-01-01");
    expect(dayAt(dayNumber("2024-02-28") + 1)).toBe("2024-02-29");
    expect(isDay("2026-02-29")).toBe(false);
    expect(isDay("2028-02-29")).toBe(true);
    expect(isDay("tomorrow")).toBe(false);
  });

  test("in a row are counted across months, and yesterday still counts today", () => {
    const days = ["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-18", "2026-11-19", "2026-11-19"];
    expect(streakOf(days, "2026-11-19")).toEqual({ now: 2, best: 3 });
    expect(streakOf(days, "2026-11-20")).toEqual({ now: 2, best: 3 });
    expect(streakOf(days, "2026-11-21")).toEqual({ now: 0, best: 3 });
    expect(streakOf([], "2026-11-21")).toEqual({ now: 0, best: 0 });
  });

  test("make a month of whole weeks from Monday", () => {
    const weeks = monthOf("2026-11-19");
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
    expect(weeks.flat().filter((day) => day !== null)).toHaveLength(30);
    expect(weeks[2]?.[3]).toBe("2026-11-12");
  });
});

describe("the board of the day", () => {
  test("follows from the date alone, and differs from day to day", () => {
    expect(dailyBoard("2026-11-19")).toEqual(dailyBoard("2026-11-19"));
    expect(dailyBoard("2026-11-19").setup).toEqual({ game: "wargame", board: "random:20261119:6x6" });
    const boards = Array.from({ length: 400 }, (_, day) => dailyBoard(dayAt(dayNumber("2026-11-19") + day)).setup.board);
    expect(new Set(boards).size).toBe(400);
    expect(dailyBoard("2026-11-19").par[1]).toBe(dailyBoard("2026-11-19").players[1]);
    expect(dayOfGame(dailyId("2026-11-19"))).toBe("2026-11-19");
    expect(dayOfGame("6f1c")).toBe(null);
  });

  test("is shared in one line that gives no move away", () => {
    const course = courseOf([0, 5, -3, 0, 9, -20, 40]);
    expect(course).toEqual([5, -3, 0, 9, -20, 40]);
    const result = { outcome: "first" as const, margin: 40, par: -7, onTime: true, course };
    expect(shareLine("2026-11-19", "War Game", result, 4)).toBe("Foray 2026-11-19 · War Game 🟦🟩⬜🟦🟩🟦 +40 (par −7) · 4 🔥");
    expect(courseOf([0])).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test("keeps results, and forgets what is none", () => {
    const good = { outcome: "first", margin: 40, onTime: true, course: [1] };
    expect(readResults(JSON.stringify({ "2026-11-19": good, "2026-11-18": { margin: "much" }, "2026-11-17": null }))).toEqual({ "2026-11-19": good });
    expect(readResults("{")).toEqual({});
    expect(readResults(null)).toEqual({});
  });
});

describe("Glicko", () => {
  test("agrees with the example of its author", () => {
    const after = rated({ rating: 1500, deviation: 200 }, [
      { rating: 1400, deviation: 30, score: 1 },
      { rating: 1550, deviation: 100, score: 0 },
      { rating: 1700, deviation: 300, score: 0 },
    ]);
    expect(after.rating).toBeCloseTo(1464.1, 1);
    expect(after.deviation).toBeCloseTo(151.4, 1);
    expect(expected({ rating: 1500, deviation: 200 }, { rating: 1400, deviation: 30 })).toBeCloseTo(0.639, 3);
  });

  test("is never so sure that nothing can change", () => {
    let one = { rating: 1200, deviation: 350 };
    for (let game = 0; game < 300; game++) one = rated(one, [{ rating: one.rating, deviation: 100, score: game % 2 }]);
    expect(one.deviation).toBeGreaterThanOrEqual(45);
  });
});

describe("puzzles", () => {
  const move = (name: string, to: number, captures: number[]): LegalMove => ({ move: name, kind: captures.length > 0 ? "raid" : "place", from: -1, to, captures, pieces: [] });
  const values = [10, 20, 30, 40];
  test("say what they are about", () => {
    const legal = [move("a1", 0, []), move("b1", 1, [2, 3])];
    expect(themesOf({ best: "a1", value: 3, next: -4 }, legal, values)).toEqual(["save", "patience", "quiet"]);
    expect(themesOf({ best: "b1", value: 30, next: 4 }, legal, values)).toEqual(["sweep"]);
    expect(themesOf({ best: "z9", value: 30, next: 4 }, legal, values)).toEqual([]);
  });

  test("are stronger the deeper they are", () => {
    expect(choicesOf({ fen: "xxo1o/xox1x/o2x1/xo1ox/oo3 x 16" })).toBe(9);
    expect(puzzleRating({ plies: 8, fen: "5 x 0" }).rating).toBeGreaterThan(puzzleRating({ plies: 2, fen: "5 x 0" }).rating);
  });
});

describe("repetition", () => {
  const mistake: Mistake = { ply: 1, side: "first", move: "a1", better: "b2", loss: 9, share: 0.1, exact: true, grade: "blunder" };
  const card = { setup: { game: "wargame" }, moves: ["c3"], mistake };
  test("brings back what was missed after 1, 3 and 7 days, and begins anew with a miss", () => {
    let pack: Card[] = practised([], card, false, "2026-11-19");
    expect(dueOn(pack, "2026-11-19")).toEqual([]);
    expect(dueOn(pack, "2026-11-20")).toHaveLength(1);
    pack = practised(pack, card, true, "2026-11-20");
    expect(pack[0]?.due).toBe("2026-11-23");
    // Too early to count.
    expect(practised(pack, card, true, "2026-11-21")).toEqual(pack);
    pack = practised(pack, card, true, "2026-11-23");
    expect(pack[0]?.due).toBe("2026-11-30");
    const missed = practised(pack, card, false, "2026-11-30");
    expect(missed).toEqual([{ ...card, found: 0, due: "2026-12-01" }]);
    expect(practised(pack, card, true, "2026-11-30")).toEqual([]);
  });

  test("leaves out what was found at once, and reads only cards", () => {
    expect(practised([], card, true, "2026-11-19")).toEqual([]);
    const pack = practised([], card, false, "2026-11-19");
    expect(readPack(JSON.stringify([...pack, { due: "soon" }, null, { ...pack[0], moves: [] }]))).toEqual(pack);
    expect(readPack("no")).toEqual([]);
    expect(cardKey(card)).not.toBe(cardKey({ ...card, moves: [] }));
  });
});

describe("a story", () => {
  const state = (first: number, second: number, captures: number[] = []): SmallState => ({ squares: "", scores: [first, second], to_move: "first", last: { move: "b2", from: -1, to: 0, captures }, fen: "" });
  const mistake = (ply: number, side: "first" | "second", share: number): Mistake => ({ ply, side, move: "a1", better: "c1*", loss: 100 * share, share, exact: true, grade: "blunder" });
  test("tells the two worst moves of the loser, with what they brought and what the answer turned", () => {
    const history = [state(0, 0), state(5, 0), state(2, 9, [1, 2]), state(4, 9), state(4, 30)];
    const names = ["a1", "b1", "c1"];
    const story = storyOf([mistake(0, "first", 0.3), mistake(1, "second", 0.9), mistake(2, "first", 0.2)], history, names, "second", "first");
    expect(story.margin).toBe(26);
    expect(story.moments.map(({ mistake: one, number, to, betterTo, gained, lost }) => [one.ply, number, to, betterTo, gained, lost])).toEqual([
      [0, 1, 0, 2, 5, 2],
      [2, 2, 0, 2, 2, 0],
    ]);
    expect(story.own.map(({ ply }) => ply)).toEqual([0, 2]);
    expect(storyOf([mistake(0, "first", 0.3)], history, names, "draw", null).moments).toEqual([]);
  });
});

test("the first page knows how many lessons there are", () => {
  expect(lessonCount).toBe(courseLessons().length);
});

describe("the ladder", () => {
  test("opens the next rung to whoever wins, and counts only games of one's own", () => {
    expect(ladderOf([]).filter(({ open }) => open).map(({ name }) => name)).toEqual(["Kitten", "Scout"]);
    const rungs = ladderOf([
      { players: ["human", "engine:level=1"], outcome: "first" },
      { players: ["engine:level=1,seed=7", "human"], outcome: "first" },
      { players: ["human", "engine:level=2"], outcome: "draw" },
      { players: ["human", "engine:level=2"], outcome: "ongoing" },
      { players: ["human", "engine:level=8"], outcome: "first", names: ["Ann", "Bo"] },
      { players: ["engine:level=7", "engine:level=8"], outcome: "first" },
      { players: ["human", "human"], outcome: "first" },
    ]);
    expect(rungs.map(({ won, drawn, lost }) => [won, drawn, lost])).toEqual([[0, 0, 0], [1, 0, 1], [0, 1, 0], ...Array.from({ length: 6 }, () => [0, 0, 0])]);
    expect(rungs.map(({ open }) => open)).toEqual([true, true, true, false, false, false, false, false, false]);
    expect(ladderOf([{ players: ["engine:level=5", "human"], outcome: "second" }]).filter(({ open }) => open)).toHaveLength(7);
  });
});
