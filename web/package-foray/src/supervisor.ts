// One worker and the work that it is given, one job at a time, in order. It knows no browser: what starts workers, fetches and waits comes
// from outside, so that its tests run without one.
//
// Every job ends. It is answered, or refused by the desk, or given up by whoever asked; a worker that breaks (an error, a module that traps)
// is replaced and its job asked again, after a moment that grows, and after `mostTries` the job fails and says why. Jobs that waited go on.
import type { FromWorker, ToWorker } from "./messages.ts";

/** The work was given up because something newer was wanted. */
export class Cancelled extends Error {
  constructor() {
    super("cancelled");
  }
}

/** A job could not be done however often it was tried. */
export class Broken extends Error {}

export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  onmessageerror: (() => void) | null;
}

/** What a supervisor needs of the world. */
export interface Host {
  spawn(): WorkerLike;
  /** The compiled engine; fetched anew after it failed. */
  module(): Promise<WebAssembly.Module>;
  /** What the engine learned of a game; nothing where there is nothing to learn. Rejects where it could not be had. */
  network(game: string): Promise<ArrayBuffer | undefined>;
  wait(ms: number): Promise<void>;
  /** Something went wrong that the visitor should know of, although work goes on. */
  trouble(what: "restarted" | "untaught"): void;
}

export interface Work {
  question: string;
  /** The game whose network the answer needs. */
  learns?: string | undefined;
  signal?: AbortSignal | undefined;
  onPart?: ((part: string) => void) | undefined;
}

interface Job extends Work {
  id: number;
  tries: number;
  resolve(answer: string): void;
  reject(why: Error): void;
}

export const mostTries = 3;
const firstPauseMs = 250;

const reasonOf = (why: unknown) => (why instanceof Error ? why.message : String(why));

export class Supervisor {
  readonly #host: Host;
  #worker: WorkerLike | undefined;
  /** The games whose networks this worker has. */
  #knows = new Set<string>();
  #running: Job | undefined;
  #waiting: Job[] = [];
  #next = 1;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Starts the worker before there is anything to ask, so that the first answer comes sooner. */
  warmUp(): void {
    this.#started();
  }

  /** Ends the worker and everything that waits for it, as if it had been given up. */
  close(): void {
    const waited = [...(this.#running ? [this.#running] : []), ...this.#waiting];
    this.#running = undefined;
    this.#waiting = [];
    this.#dismiss();
    for (const job of waited) job.reject(new Cancelled());
  }

  run(work: Work): Promise<string> {
    if (work.signal?.aborted) return Promise.reject(new Cancelled());
    return new Promise<string>((resolve, reject) => {
      const job: Job = { ...work, id: this.#next++, tries: 0, resolve, reject };
      work.signal?.addEventListener("abort", () => this.#giveUp(job), { once: true });
      this.#waiting.push(job);
      this.#proceed();
    });
  }

  /** Ends this job and only this one; a job that is done already stays done. */
  #giveUp(job: Job): void {
    if (this.#running === job) {
      this.#dismiss();
      this.#running = undefined;
      this.#started();
    } else {
      this.#waiting = this.#waiting.filter((other) => other !== job);
    }
    job.reject(new Cancelled());
    this.#proceed();
  }

  #proceed(): void {
    if (this.#running) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#running = job;
    void this.#begin(job);
  }

  async #begin(job: Job): Promise<void> {
    const worker = this.#started();
    if (job.learns !== undefined && !this.#knows.has(job.learns)) {
      const { learns } = job;
      try {
        const bytes = await this.#host.network(learns);
        if (this.#running !== job || this.#worker !== worker) return;
        if (bytes) worker.postMessage({ kind: "network", bytes });
        this.#knows.add(learns);
      } catch {
        if (this.#running !== job || this.#worker !== worker) return;
        // Without it the engine is weaker, not wrong; the next job asks for it again.
        this.#host.trouble("untaught");
      }
    }
    worker.postMessage({ kind: "ask", id: job.id, question: job.question });
  }

  #started(): WorkerLike {
    if (this.#worker) return this.#worker;
    const worker = this.#host.spawn();
    this.#worker = worker;
    this.#knows = new Set();
    worker.onmessage = ({ data }) => {
      if (this.#worker === worker) this.#receive(data);
    };
    worker.onerror = ({ message }) => this.#failed(worker, message || "the engine could not be started");
    worker.onmessageerror = () => this.#failed(worker, "the engine's answer could not be read");
    this.#host.module().then(
      (module) => {
        if (this.#worker === worker) worker.postMessage({ kind: "start", module });
      },
      (why: unknown) => this.#failed(worker, reasonOf(why)),
    );
    return worker;
  }

  #dismiss(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    if (!worker) return;
    worker.onmessage = worker.onerror = worker.onmessageerror = null;
    worker.terminate();
  }

  #receive(message: FromWorker): void {
    const job = this.#running;
    if (job?.id !== message.id) return;
    if (message.kind === "part") return job.onPart?.(message.part);
    if (message.kind === "failed") {
      // A module that trapped is in an unknown state: it answers nothing any more.
      if (this.#worker) this.#failed(this.#worker, message.why);
      return;
    }
    this.#running = undefined;
    job.resolve(message.answer);
    this.#proceed();
  }

  /** The worker is of no use any more. Its job is asked again, by another one, until it has been tried often enough. */
  #failed(worker: WorkerLike, why: string): void {
    if (this.#worker !== worker) return;
    this.#dismiss();
    const job = this.#running;
    if (!job) return;
    job.tries++;
    if (job.tries >= mostTries) {
      this.#running = undefined;
      job.reject(new Broken(why));
      return this.#proceed();
    }
    this.#host.trouble("restarted");
    // The job keeps its place: nothing else is asked meanwhile.
    void this.#host.wait(firstPauseMs * 2 ** (job.tries - 1)).then(() => {
      if (this.#running === job && !this.#worker) void this.#begin(job);
    });
  }
}
