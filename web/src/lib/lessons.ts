// The course: prepared positions, each searched by one or two textbook searches. The texts say what to look for; questions and answers are
// made from the search itself (lib/predictions.ts), so that they cannot be wrong. tests/unit/lessons.test.ts holds every lesson to its claim.
import type { Game } from "../contract.ts";
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

export const lessons: readonly Lesson[] = [
  {
    key: "minimax",
    title: "Minimax by hand",
    intro:
      "Blue (Max) is to move, Green (Min) answers, then the points are counted: Blue's minus Green's. Blue wants that number large, Green wants it small. Fill in the tree: the value of a node is the best of its children, for whoever chooses there.",
    game: position("1 5 7/1 1 8/4 6 8", "o1x/1o1/oox x 6"),
    main: { name: "Minimax", algorithm: "minimax", depth: 2 },
    predictions: [
      { kind: "value", most: 4 },
      { kind: "move", most: 1 },
    ],
    outro:
      "Taking c2 wins the most points at once, and is a mistake: Green's answer takes them back. Minimax sees it because it lets Green choose too. That is all of minimax: Max takes the largest child, Min the smallest.",
  },
  {
    key: "alphabeta",
    title: "Why alpha-beta may skip",
    intro:
      "The same tree twice: alpha-beta above, minimax beside it. Alpha is what Max already has elsewhere, beta what Min already has. As soon as a node cannot matter any more, alpha-beta leaves it. What it never looks at is struck out in the tree of minimax.",
    game: position("4 5 9/4 3 5/5 3 8", "x1o/3/o1x x 4"),
    main: { name: "Alpha-beta", algorithm: "alphabeta", depth: 2 },
    beside: { name: "Minimax", algorithm: "minimax", depth: 2 },
    together: "node",
    predictions: [{ kind: "cut", most: 4 }],
    last: {
      ask: "Alpha-beta skipped branches. Can it have found another value than minimax?",
      options: ["Yes, now and then", "No, never"],
      right: () => 1,
      why: (main, beside) =>
        `Both say ${main.move} with ${points(main.value)}. Alpha-beta looked at ${main.nodes} nodes, minimax at ${beside.nodes}: it only leaves out what could not have changed the result.`,
    },
    outro:
      "A cut is no guess. At a Min node with a value of alpha or less, Max will not come here: he has alpha already. At a Max node with beta or more, Min will not come here. The rest of such a node cannot matter.",
  },
  {
    key: "order",
    title: "Move order",
    intro:
      "Alpha-beta twice in the same position. The first takes the moves as they stand on the board, row by row; the other tries first what looks best. Both take a step at a time: watch which is done first.",
    game: position("6 5 3/8 8 2/9 9 7", "1x1/1x1/o1o x 4"),
    main: { name: "Row by row", algorithm: "alphabeta", depth: 2 },
    beside: { name: "Best first", algorithm: "alphabeta", depth: 2, ordered: true },
    together: "step",
    predictions: [{ kind: "cut", most: 2 }],
    last: {
      ask: "Which of the two looks at fewer nodes?",
      options: ["Row by row", "Best first", "Both at the same"],
      right: (main, beside) => (main.nodes < beside.nodes ? 0 : main.nodes > beside.nodes ? 1 : 2),
      why: (main, beside) => `Row by row ${main.nodes}, best first ${beside.nodes}: whoever sees the best move first has a high alpha from the start, and every other branch is cut by its first good answer.`,
    },
    outro:
      "Alpha-beta is only as good as its order: with the worst it looks at everything, with the best at about the square root of it, which is twice the depth in the same time. Strong programs spend most of their cleverness on trying the right move first.",
  },
  {
    key: "horizon",
    title: "Depth and horizon",
    intro:
      "One search looks one move ahead, the other two. The first stops right after its own move: what the other side answers lies behind its horizon.",
    game: position("8 1 8/9 2 9/8 8 2", "1ox/2x/2x x 4"),
    main: { name: "Two moves deep", algorithm: "minimax", depth: 2 },
    beside: { name: "One move deep", algorithm: "minimax", depth: 1 },
    together: "whole",
    predictions: [
      { kind: "value", most: 2 },
      { kind: "move", most: 1 },
    ],
    last: {
      ask: "One move deep plays a2 and promises +27. How does the game end after a2, if both play their best?",
      options: ["Blue wins by 27", "Blue wins, by less", "Green wins"],
      right: () => 2,
      why: (main, beside) =>
        `Green wins by 7: the solver has looked at every line. ${main.move}, which looks smaller (${points(main.value)} against ${points(beside.value)}), wins by 39 for Blue. The 9 on a2 stands where Green can take it at once.`,
    },
    outro:
      "A search of fixed depth judges a position in the middle of a fight as if the fight were over. Deeper searches push the horizon away; they do not remove it. Press Search this position yourself and look one move deeper.",
  },
  {
    key: "evaluation",
    title: "Evaluation",
    intro:
      "Both searches look one move ahead, so neither sees an answer. They judge the leaves differently: one counts points; the other takes off what stands beside an empty square that the enemy can raid from.",
    game: position("3 4 2/8 3 1/9 7 4", "x2/x1o/x2 x 4"),
    main: { name: "Points only", algorithm: "minimax", depth: 1 },
    beside: { name: "Points in danger taken off", algorithm: "minimax", depth: 1, evaluation: "vulnerable-sum" },
    together: "whole",
    predictions: [{ kind: "move", most: 1 }],
    last: {
      ask: "Which of the two plays the better move?",
      options: ["Points only", "Points in danger taken off"],
      right: () => 1,
      why: (main, beside) =>
        `After ${main.move} Green wins by 3, after ${beside.move} Blue wins by 41, both with best play: the solver has proved it. The second sees no further than the first, it only judges better.`,
    },
    outro:
      "Depth and judgement stand in for each other. A good evaluation knows what is about to happen without looking; a deep search needs less of it. An evaluation that takes off too much becomes timid: at greater depth the plain count of points is often the better one.",
  },
];

export const lessonOf = (key: string): Lesson | undefined => lessons.find((one) => one.key === key);
