// A lesson that is being taken: its two searches, what the student is asked, and what was answered.
import type { Lesson } from "../lib/lessons.ts";
import { predictionsOf, type Prediction } from "../lib/predictions.ts";
import { noteLesson } from "../lib/progress.ts";
import { counterparts, leftOut } from "../lib/treepairs.ts";
import { Explorer, explorer } from "./explorer.svelte.ts";

class Course {
  lesson = $state.raw<Lesson | null>(null);
  /** The intro was read: the search may run and ask. */
  begun = $state(false);
  /** The search beside the one that is explored. */
  readonly beside = new Explorer();
  predictions = $state.raw<Prediction[]>([]);
  /** The chosen option of every prediction that was made. */
  answers = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** Nodes of the search beside that the explored one never looked at. */
  leftOut = $state.raw<ReadonlySet<number>>(new Set());
  #steps: Int32Array | null = null;

  /** What is asked at the shown step: those answered, and the next one. */
  asked = $derived.by<{ index: number; prediction: Prediction; answer: number | undefined }[]>(() => {
    const here = this.predictions.flatMap((prediction, index) => (prediction.step === explorer.step ? [{ index, prediction, answer: this.answers.get(index) }] : []));
    const open = here.findIndex(({ answer }) => answer === undefined);
    return open < 0 ? here : here.slice(0, open + 1);
  });

  /** Whether an answer is awaited before the search goes on. */
  waiting = $derived(this.asked.some(({ answer }) => answer === undefined));
  right = $derived([...this.answers].filter(([index, answer]) => this.predictions[index]?.right === answer).length);
  done = $derived(this.lesson !== null && this.predictions.length > 0 && this.answers.size === this.predictions.length);

  /** Throws what the desk says. */
  async open(lesson: Lesson, step: number): Promise<void> {
    this.close();
    this.lesson = lesson;
    this.begun = step > 0;
    explorer.source = lesson.game;
    this.beside.source = lesson.game;
    await explorer.carryOut(lesson.main, 0);
    if (lesson.beside) await this.beside.carryOut(lesson.beside, 0);
    const { trace, tree } = explorer;
    if (this.lesson !== lesson || !trace || !tree) return;
    this.predictions = predictionsOf(trace, tree, lesson.predictions);
    const other = this.beside.tree;
    if (other) {
      this.#steps = lesson.together === "node" ? counterparts(tree, other) : null;
      this.leftOut = lesson.together === "node" ? leftOut(tree, other) : new Set();
    }
    this.#askLast(lesson);
    explorer.go(step);
    this.keepBeside();
  }

  #askLast(lesson: Lesson): void {
    const { trace, tree } = explorer;
    const besideTrace = this.beside.trace;
    if (!lesson.last || !trace || !tree || !besideTrace) return;
    const main = { move: trace.move ?? "", value: trace.value, nodes: trace.nodes };
    const beside = { move: besideTrace.move ?? "", value: besideTrace.value, nodes: besideTrace.nodes };
    const { last } = lesson;
    const asked: Prediction = {
      kind: "move",
      step: tree.steps - 1,
      node: 0,
      get ask() {
        return last.ask;
      },
      get options() {
        return last.options;
      },
      right: last.right(main, beside),
      get why() {
        return last.why(main, beside);
      },
    };
    this.predictions = [...this.predictions, asked];
  }

  answer(index: number, option: number): void {
    if (!this.answers.has(index)) this.answers = new Map(this.answers).set(index, option);
    if (this.done && this.lesson) noteLesson(this.lesson.key);
  }

  /** Where the search must wait for the student: the next step with a question that has no answer. */
  get stop(): number {
    const steps = this.predictions.flatMap(({ step }, index) => (this.answers.has(index) || step < explorer.step ? [] : [step]));
    return Math.min(...steps, (explorer.tree?.steps ?? 1) - 1);
  }

  /** The search beside goes along. */
  keepBeside(): void {
    const { tree } = this.beside;
    if (!tree || !this.lesson) return;
    const { together } = this.lesson;
    this.beside.go(together === "whole" ? tree.steps - 1 : together === "node" ? (this.#steps?.[explorer.step] ?? 0) : explorer.step);
  }

  close(): void {
    this.lesson = null;
    this.begun = false;
    this.predictions = [];
    this.answers = new Map();
    this.leftOut = new Set();
    this.#steps = null;
    explorer.source = null;
    this.beside.source = null;
    explorer.clear();
    this.beside.clear();
  }
}

export const course = new Course();
