// The board of the day: opened as a game of its own that counts once, its result kept by date, and its par played by the strong engine.
import type { State } from "../contract.ts";
import { courseOf, dailyBoard, dailyId, dayOfGame, readResults, type DailyResult } from "../lib/daily.ts";
import { dayOf, streakOf, type Streak } from "../lib/days.ts";
import { pathTo } from "../lib/gametree.ts";
import { analyst, Cancelled, desk } from "../wasm/client.ts";
import { library } from "./library.svelte.ts";
import { match } from "./match.svelte.ts";
import { notices } from "./notices.svelte.ts";
import { asTree, session } from "./session.svelte.ts";
import { focusBoard, view } from "./view.svelte.ts";

const key = "foray.daily";

function stored(): Record<string, DailyResult> {
  try {
    return readResults(localStorage.getItem(key));
  } catch {
    return {};
  }
}

class Daily {
  today = $state(dayOf(new Date()));
  results = $state.raw<Record<string, DailyResult>>(stored());
  /** The day whose par is being played, and how many moves of it there are. */
  parOf = $state<string | null>(null);
  #work: AbortController | null = null;

  /** Only what was played on its day makes a streak. */
  get streak(): Streak {
    return streakOf(Object.entries(this.results).flatMap(([day, { onTime }]) => (onTime ? [day] : [])), this.today);
  }

  /** Midnight passes while a page is open, and another tab plays too. */
  refresh(): void {
    this.today = dayOf(new Date());
    this.results = { ...stored(), ...this.results };
  }

  /** The board of a day: as it was left, or anew. */
  async open(day = this.today): Promise<void> {
    await library.keep();
    const kept = await library.get(dailyId(day));
    if (kept) await library.open(kept);
    else {
      const { setup, players } = dailyBoard(day);
      await session.open({ setup, tree: asTree([]), id: dailyId(day) });
      match.setPlayers(players, null);
    }
    view.flipped = false;
    view.tab = "play";
    view.dialog = null;
    view.guide = null;
    view.home = false;
    focusBoard();
  }

  /** The game on the board has ended: where it is that of a day, its first end is the result. */
  note(): void {
    const day = dayOfGame(session.id);
    if (!day || !session.gameOver || this.results[day]) return;
    const margins = pathTo(session.live).map(({ state }) => state.scores[0] - state.scores[1]);
    const result = { outcome: session.gameOutcome, margin: margins.at(-1) ?? 0, onTime: day === dayOf(new Date()), course: courseOf(margins) };
    this.#keep(day, result);
  }

  #keep(day: string, result: DailyResult): void {
    this.results = { ...stored(), ...this.results, [day]: result };
    try {
      localStorage.setItem(key, JSON.stringify(this.results));
    } catch {
      // A browser that keeps nothing still shows the result.
    }
  }

  /** Lets the strong engine play the board of a day. */
  async findPar(day: string): Promise<void> {
    if (this.parOf === day || this.results[day]?.par !== undefined) return;
    this.#work?.abort();
    const work = new AbortController();
    this.#work = work;
    this.parOf = day;
    const { setup, par } = dailyBoard(day);
    const moves: string[] = [];
    try {
      let state: State = await desk.ask("state", { ...setup, moves });
      while (!state.over && !work.signal.aborted) {
        const { move } = await analyst.ask("choose", { ...setup, moves, player: par[moves.length % 2] ?? par[0] }, { signal: work.signal });
        moves.push(move);
        state = await desk.ask("state", { ...setup, moves });
      }
      const result = this.results[day];
      if (result && !work.signal.aborted) this.#keep(day, { ...result, par: state.scores[0] - state.scores[1] });
    } catch (why) {
      // Without it the result stands as it is; it is asked for again with the next look.
      if (!(why instanceof Cancelled)) notices.error(why);
    } finally {
      if (this.#work === work) this.parOf = null;
    }
  }

  /** Whoever leaves does not want to wait for it. */
  stop(): void {
    this.#work?.abort();
    this.#work = null;
    this.parOf = null;
  }
}

export const daily = new Daily();
