// The course: prepared positions, each searched by one or two textbook searches. The texts say what to look for; questions and answers are
// made from the search itself (lib/predictions.ts), so that they cannot be wrong. strings-lessons.ts has the words. tests/unit/lessons.test.ts holds every lesson to its claim.
import type { Game } from "../contract.ts";
import { lessonStrings, type LessonWords } from "../strings-lessons.ts";
import type { PredictionKind } from "./predictions.ts";

/** What is searched how. */
export interface LessonSearch {
  name: string;
  algorithm: "minimax" | "alphabeta";
  depth: number;
  ordered?: boolean;
  evaluation?: string;
}

/** What both searches of a lesson found, for its last question. */
export interface Outcome {
  move: string;
  value: number;
  nodes: number;
}

export interface LastQuestion {
  ask: string;
  options: string[];
  right: (main: Outcome, beside: Outcome) => number;
  why: (main: Outcome, beside: Outcome) => string;
}

export interface Lesson {
  key: string;
  title: string;
  intro: string;
  game: Game;
  main: LessonSearch;
  beside?: LessonSearch;
  /** How the search beside goes along: to the same node, by the same number of steps, or it is shown whole. */
  together?: "node" | "step" | "whole";
  /** What the student predicts, and how often at most. */
  predictions: { kind: PredictionKind; most: number }[];
  last?: LastQuestion;
  /** What to take home. */
  outro: string;
}

const position = (board: string, start: string): Game => ({ game: "wargame", board, start, moves: [] });
const points = (value: number) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`;

/** What the searches found, in the places that a text has for it. */
export function filled(text: string, main: Outcome, beside: Outcome): string {
  const found: Record<string, string> = {
    move: main.move,
    value: points(main.value),
    nodes: String(main.nodes),
    besideMove: beside.move,
    besideValue: points(beside.value),
    besideNodes: String(beside.nodes),
  };
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => found[name] ?? whole);
}

type Facts = Pick<Lesson, "key" | "game" | "together" | "predictions"> & { main: Omit<LessonSearch, "name">; beside?: Omit<LessonSearch, "name">; right?: LastQuestion["right"] };

const none: LessonWords = { title: "", intro: "", main: "", outro: "" };

/** A lesson of the course in the language in force. */
function told({ key, game, main, beside, together, predictions, right }: Facts): Lesson {
  const words = () => lessonStrings.lessons[key] ?? none;
  const last = () => words().last ?? { ask: "", options: [], why: "" };
  // Read when they are shown: the language may change in the middle of a lesson.
  return {
    key,
    get title() {
      return words().title;
    },
    get intro() {
      return words().intro;
    },
    get outro() {
      return words().outro;
    },
    game,
    main: {
      ...main,
      get name() {
        return words().main;
      },
    },
    ...(beside && {
      beside: {
        ...beside,
        get name() {
          return words().beside ?? "";
        },
      },
    }),
    ...(together && { together }),
    predictions,
    ...(right && {
      last: {
        get ask() {
          return last().ask;
        },
        get options() {
          return last().options;
        },
        right,
        why: (one: Outcome, other: Outcome) => filled(last().why, one, other),
      },
    }),
  };
}

const facts: readonly Facts[] = [
  {
    key: "minimax",
    game: position("1 5 7/1 1 8/4 6 8", "o1x/1o1/oox x 6"),
    main: { algorithm: "minimax", depth: 2 },
    predictions: [
      { kind: "value", most: 4 },
      { kind: "move", most: 1 },
    ],
  },
  {
    key: "alphabeta",
    game: position("4 5 9/4 3 5/5 3 8", "x1o/3/o1x x 4"),
    main: { algorithm: "alphabeta", depth: 2 },
    beside: { algorithm: "minimax", depth: 2 },
    together: "node",
    predictions: [{ kind: "cut", most: 4 }],
    right: () => 1,
  },
  {
    key: "order",
    game: position("6 5 3/8 8 2/9 9 7", "1x1/1x1/o1o x 4"),
    main: { algorithm: "alphabeta", depth: 2 },
    beside: { algorithm: "alphabeta", depth: 2, ordered: true },
    together: "step",
    predictions: [{ kind: "cut", most: 2 }],
    right: (main, beside) => (main.nodes < beside.nodes ? 0 : main.nodes > beside.nodes ? 1 : 2),
  },
  {
    key: "horizon",
    game: position("8 1 8/9 2 9/8 8 2", "1ox/2x/2x x 4"),
    main: { algorithm: "minimax", depth: 2 },
    beside: { algorithm: "minimax", depth: 1 },
    together: "whole",
    predictions: [
      { kind: "value", most: 2 },
      { kind: "move", most: 1 },
    ],
    right: () => 2,
  },
  {
    key: "evaluation",
    game: position("3 4 2/8 3 1/9 7 4", "x2/x1o/x2 x 4"),
    main: { algorithm: "minimax", depth: 1 },
    beside: { algorithm: "minimax", depth: 1, evaluation: "vulnerable-sum" },
    together: "whole",
    predictions: [{ kind: "move", most: 1 }],
    right: () => 1,
  },
];

/** The course, in the language in force. */
export const courseLessons = (): readonly Lesson[] => facts.map(told);
export const lessonOf = (key: string): Lesson | undefined => courseLessons().find((one) => one.key === key);
