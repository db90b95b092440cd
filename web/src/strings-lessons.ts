// Every word of the course: its lessons, and what is asked in them. In texts about results, `{move}`, `{value}` and `{nodes}` are those of the
// search that is explored, `{besideMove}`, `{besideValue}` and `{besideNodes}` those of the search beside it.
import { spoken } from "./language.svelte.ts";

/** What a lesson says; lib/lessons.ts has its position and its searches. */
export interface LessonWords {
  title: string;
  intro: string;
  /** Of the search that is explored, and of the one beside it. */
  main: string;
  beside?: string;
  last?: { ask: string; options: string[]; why: string };
  outro: string;
}

export const english = {
  lessons: {
    minimax: {
      title: "Minimax by hand",
      intro:
        "Blue (Max) is to move, Green (Min) answers, then the points are counted: Blue's minus Green's. Blue wants that number large, Green wants it small. Fill in the tree: the value of a node is the best of its children, for whoever chooses there.",
      main: "Minimax",
      outro:
        "Taking c2 wins the most points at once, and is a mistake: Green's answer takes them back. Minimax sees it because it lets Green choose too. That is all of minimax: Max takes the largest child, Min the smallest.",
    },
    alphabeta: {
      title: "Why alpha-beta may skip",
      intro:
        "The same tree twice: alpha-beta above, minimax beside it. Alpha is what Max already has elsewhere, beta what Min already has. As soon as a node cannot matter any more, alpha-beta leaves it. What it never looks at is struck out in the tree of minimax.",
      main: "Alpha-beta",
      beside: "Minimax",
      last: {
        ask: "Alpha-beta skipped branches. Can it have found another value than minimax?",
        options: ["Yes, now and then", "No, never"],
        why: "Both say {move} with {value}. Alpha-beta looked at {nodes} nodes, minimax at {besideNodes}: it only leaves out what could not have changed the result.",
      },
      outro:
        "A cut is no guess. At a Min node with a value of alpha or less, Max will not come here: he has alpha already. At a Max node with beta or more, Min will not come here. The rest of such a node cannot matter.",
    },
    order: {
      title: "Move order",
      intro:
        "Alpha-beta twice in the same position. The first takes the moves as they stand on the board, row by row; the other tries first what looks best. Both take a step at a time: watch which is done first.",
      main: "Row by row",
      beside: "Best first",
      last: {
        ask: "Which of the two looks at fewer nodes?",
        options: ["Row by row", "Best first", "Both at the same"],
        why: "Row by row {nodes}, best first {besideNodes}: whoever sees the best move first has a high alpha from the start, and every other branch is cut by its first good answer.",
      },
      outro:
        "Alpha-beta is only as good as its order: with the worst it looks at everything, with the best at about the square root of it, which is twice the depth in the same time. Strong programs spend most of their cleverness on trying the right move first.",
    },
    horizon: {
      title: "Depth and horizon",
      intro: "One search looks one move ahead, the other two. The first stops right after its own move: what the other side answers lies behind its horizon.",
      main: "Two moves deep",
      beside: "One move deep",
      last: {
        ask: "One move deep plays a2 and promises +27. How does the game end after a2, if both play their best?",
        options: ["Blue wins by 27", "Blue wins, by less", "Green wins"],
        why: "Green wins by 7: the solver has looked at every line. {move}, which looks smaller ({value} against {besideValue}), wins by 39 for Blue. The 9 on a2 stands where Green can take it at once.",
      },
      outro:
        "A search of fixed depth judges a position in the middle of a fight as if the fight were over. Deeper searches push the horizon away; they do not remove it. Press Search this position yourself and look one move deeper.",
    },
    evaluation: {
      title: "Evaluation",
      intro:
        "Both searches look one move ahead, so neither sees an answer. They judge the leaves differently: one counts points; the other takes off what stands beside an empty square that the enemy can raid from.",
      main: "Points only",
      beside: "Points in danger taken off",
      last: {
        ask: "Which of the two plays the better move?",
        options: ["Points only", "Points in danger taken off"],
        why: "After {move} Green wins by 3, after {besideMove} Blue wins by 41, both with best play: the solver has proved it. The second sees no further than the first, it only judges better.",
      },
      outro:
        "Depth and judgement stand in for each other. A good evaluation knows what is about to happen without looking; a deep search needs less of it. An evaluation that takes off too much becomes timid: at greater depth the plain count of points is often the better one.",
    },
  } as Record<string, LessonWords>,

  /** What is asked about a search. `max` says whether Max chooses at the node. */
  predict: {
    root: "the root",
    value: (node: string, values: string, max: boolean) => `All children of ${node} are known: ${values}. ${max ? "Max" : "Min"} chooses here. Which value goes up?`,
    valueWhy: (value: string, max: boolean) => `${value}: ${max ? "Max takes the largest" : "Min takes the smallest"}.`,
    cut: (node: string, value: string, bound: string, max: boolean) =>
      `${max ? "Max" : "Min"} at ${node} now has ${value}. Elsewhere ${max ? "Min" : "Max"} already has ${bound} (${max ? "beta" : "alpha"}). Must the other moves here be looked at?`,
    cutOptions: ["Yes", "No, cut"],
    cutWhy: (value: string, bound: string, max: boolean) =>
      `Cut: ${max ? "Max" : "Min"} will get ${value} or ${max ? "more" : "less"} here, and ${max ? "Min" : "Max"} has ${bound} without coming here.`,
    goOnWhy: (value: string, bound: string, max: boolean) =>
      `Go on: ${value} would still be better for ${max ? "Min" : "Max"} than ${bound}, so what else ${max ? "Max" : "Min"} has matters.`,
    move: "All is looked at. Which move does Max play?",
    moveWhy: (move: string, value: string) => `${move}: the child of the root with the largest value, ${value}.`,
  },
};

export type English = typeof english;
export const lessonStrings = spoken("lessons", english);
