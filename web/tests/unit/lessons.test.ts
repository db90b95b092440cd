// Every lesson is held to what it says, by the real module: what is asked can be answered from the tree, and what is claimed is proved.
import { describe, expect, test } from "vitest";
import { courseLessons, type LessonSearch } from "../../src/lib/lessons.ts";
import { predictionsOf } from "../../src/lib/predictions.ts";
import { TraceTree } from "../../src/lib/tracetree.ts";
import { counterparts, leftOut } from "../../src/lib/treepairs.ts";
import { loadEngine } from "./engine.ts";

const lessons = courseLessons();
const engine = await loadEngine();

function searched(game: (typeof lessons)[number]["game"], { algorithm, depth, ordered = false, evaluation = "score" }: LessonSearch) {
  const trace = engine.ask("trace", { ...game, algorithm, depth, ordered, eval: evaluation, most: 100_000 });
  return { trace, tree: new TraceTree(trace.events) };
}

/** The proved result after a move, for the side that makes it. */
const proved = (game: (typeof lessons)[number]["game"], move: string) => -(engine.raw({ ask: "solve", ...game, moves: [move] }) as { value: number }).value;

describe("every lesson", () => {
  test.each(lessons.map((lesson) => [lesson.key, lesson] as const))("%s asks what its tree answers", (_key, lesson) => {
    const { trace, tree } = searched(lesson.game, lesson.main);
    expect(tree.size).toBeLessThan(80);
    const asked = predictionsOf(trace, tree, lesson.predictions);
    expect(asked.length).toBeGreaterThan(0);
    for (const one of asked) {
      expect(one.options.length).toBeGreaterThan(1);
      expect(one.right).toBeGreaterThanOrEqual(0);
      expect(one.right).toBeLessThan(one.options.length);
      // Before the step after it the answer is not on the screen yet.
      if (one.kind === "value") expect(String(tree.at(one.node, one.step + 1)?.value).replace("-", "−")).toBe(one.options[one.right]);
      if (one.kind === "cut") expect(tree.status(one.node, one.step)).not.toBe("cut");
      if (one.kind === "cut") expect(tree.status(one.node, one.step + 1) === "cut").toBe(one.right === 1);
    }
    if (!lesson.beside || !lesson.last) return;
    const beside = searched(lesson.game, lesson.beside);
    const facts = [trace, beside.trace].map((one) => ({ move: one.move ?? "", value: one.value, nodes: one.nodes }));
    const [main, other] = facts as [(typeof facts)[0], (typeof facts)[0]];
    expect(lesson.last.options[lesson.last.right(main, other)]).toBeTruthy();
    expect(lesson.last.why(main, other)).toContain(String(lesson.together === "whole" ? main.move : other.nodes));
  });

  test("minimax: the move that takes most is not the one it plays", () => {
    const [lesson] = lessons;
    if (!lesson) throw new Error("no lesson");
    expect(searched(lesson.game, { ...lesson.main, depth: 1 }).trace.move).toBe("c2");
    expect(searched(lesson.game, lesson.main).trace.move).not.toBe("c2");
  });

  test("alpha-beta: cuts, both answers are asked for, and the same value comes out", () => {
    const lesson = lessons.find((one) => one.key === "alphabeta");
    if (!lesson?.beside) throw new Error("no lesson");
    const main = searched(lesson.game, lesson.main);
    const beside = searched(lesson.game, lesson.beside);
    expect(main.trace.value).toBe(beside.trace.value);
    expect(main.trace.move).toBe(beside.trace.move);
    expect(new Set(predictionsOf(main.trace, main.tree, lesson.predictions).map((one) => one.right))).toEqual(new Set([0, 1]));
    expect(leftOut(main.tree, beside.tree).size).toBe(beside.tree.size - main.tree.size);
    const steps = counterparts(main.tree, beside.tree);
    for (let step = 0; step < main.tree.steps; step++) {
      const [here, there] = [main.tree.nodeOf[step] ?? 0, beside.tree.nodeOf[steps[step] ?? 0] ?? 0];
      expect(beside.tree.path(there)).toEqual(main.tree.path(here));
    }
  });

  test("move order: best first looks at fewer nodes", () => {
    const lesson = lessons.find((one) => one.key === "order");
    if (!lesson?.beside) throw new Error("no lesson");
    expect(searched(lesson.game, lesson.beside).trace.nodes).toBeLessThan(searched(lesson.game, lesson.main).trace.nodes);
  });

  test("horizon and evaluation: the proofs are as told", () => {
    const horizon = lessons.find((one) => one.key === "horizon");
    const evaluation = lessons.find((one) => one.key === "evaluation");
    if (!horizon?.beside || !evaluation?.beside) throw new Error("no lesson");
    expect(searched(horizon.game, horizon.beside).trace).toMatchObject({ move: "a2", value: 27 });
    expect(proved(horizon.game, "a2")).toBe(-7);
    expect(proved(horizon.game, searched(horizon.game, horizon.main).trace.move ?? "")).toBe(39);
    expect(proved(evaluation.game, searched(evaluation.game, evaluation.main).trace.move ?? "")).toBe(-3);
    expect(proved(evaluation.game, searched(evaluation.game, evaluation.beside).trace.move ?? "")).toBe(41);
  });
});
