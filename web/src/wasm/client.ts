// The page's side of the workers. One client is one worker that does one job at a time, in order. Whoever gives it work may give up that
// work by the signal it handed in, and no other: a job that runs is ended with its worker, a new one starts from the compiled module, and the
// jobs that waited go on there.
import type { Ask, Questions } from "../contract.ts";
import engineUrl from "../generated/foray.wasm?url";
import ataxxUrl from "../../../src/engine/nets/ataxx.net?url";
import reloadedUrl from "../../../src/engine/nets/reloaded.net?url";
import type { FromWorker, ToWorker } from "./messages.ts";

/** The question was understood and refused; the message is for people. */
export class Refused extends Error {}

/** The work was given up because something newer was wanted. */
export class Cancelled extends Error {
  constructor() {
    super("cancelled");
  }
}

export interface JobOptions<Part> {
  signal?: AbortSignal | undefined;
  /** What a streaming question says while it is being answered. */
  onPart?: (part: Part) => void;
}

interface Job {
  id: number;
  question: string;
  resolve(answer: string): void;
  reject(why: Error): void;
  onPart?: ((part: string) => void) | undefined;
}

let compiled: Promise<WebAssembly.Module> | undefined;

function compiledModule(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(engineUrl)).catch(async () => {
    // Hosts that do not know the type application/wasm cannot stream.
    const bytes = await (await fetch(engineUrl)).arrayBuffer();
    return WebAssembly.compile(bytes);
  });
  return compiled;
}

const networkUrls: Partial<Record<string, string>> = { ataxx: ataxxUrl, reloaded: reloadedUrl };
const networks = new Map<string, Promise<ArrayBuffer | undefined>>();

/** What the engine learned of a game: fetched when a search first needs it, not with the page. Without it the engine is weaker, not wrong. */
function learnedNetwork(game: string): Promise<ArrayBuffer | undefined> {
  const url = networkUrls[game];
  if (!url) return Promise.resolve(undefined);
  const begun =
    networks.get(game) ??
    fetch(url).then(
      (answer) => (answer.ok ? answer.arrayBuffer() : undefined),
      () => undefined,
    );
  networks.set(game, begun);
  return begun;
}

const searches: readonly Ask[] = ["choose", "analyse"];

export class EngineClient {
  #worker: Worker | undefined;
  /** The worker that has been given networks, and of which games: one that took the place of another has none. */
  #taught: Worker | undefined;
  #knows = new Set<string>();
  #running: Job | undefined;
  #waiting: Job[] = [];
  #next = 1;

  /** Starts the worker before there is anything to ask, so that the first answer comes sooner. */
  warmUp(): void {
    this.#started();
  }

  async ask<Name extends Ask>(ask: Name, takes: Questions[Name]["takes"], options: JobOptions<PartOf<Name>> = {}): Promise<Questions[Name]["gives"]> {
    const { signal, onPart } = options;
    if (searches.includes(ask) && "game" in takes && takes.game) await this.#learn(takes.game);
    const heard = onPart && ((part: string) => onPart(JSON.parse(part) as PartOf<Name>));
    const answer: unknown = JSON.parse(await this.#run(JSON.stringify({ ask, ...takes }), signal, heard));
    const reply = answer as { ok: boolean; error?: string };
    if (!reply.ok) throw new Refused(reply.error ?? "refused");
    return answer as Questions[Name]["gives"];
  }

  /** Hands a game's network to this client's worker, once. */
  async #learn(game: string): Promise<void> {
    const bytes = await learnedNetwork(game);
    if (!bytes) return;
    const worker = this.#started();
    if (this.#taught !== worker) this.#knows.clear();
    this.#taught = worker;
    if (this.#knows.has(game)) return;
    this.#knows.add(game);
    worker.postMessage({ kind: "network", bytes } satisfies ToWorker);
  }

  #run(question: string, signal: AbortSignal | undefined, onPart: Job["onPart"]): Promise<string> {
    if (signal?.aborted) return Promise.reject(new Cancelled());
    return new Promise<string>((resolve, reject) => {
      const job: Job = { id: this.#next++, question, resolve, reject, onPart };
      signal?.addEventListener("abort", () => this.#giveUp(job), { once: true });
      this.#waiting.push(job);
      this.#proceed();
    });
  }

  /** Ends this job and only this one; a job that is done already stays done. */
  #giveUp(job: Job): void {
    if (this.#running === job) {
      this.#worker?.terminate();
      this.#worker = undefined;
      this.#running = undefined;
      this.#started();
    } else if (this.#waiting.includes(job)) {
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
    this.#started().postMessage({ kind: "ask", id: job.id, question: job.question } satisfies ToWorker);
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "foray" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onerror = (event) => this.#fail(new Error(event.message || "the engine could not be started"));
    this.#worker = worker;
    compiledModule().then(
      (module) => worker.postMessage({ kind: "start", module } satisfies ToWorker),
      (why: unknown) => this.#fail(why instanceof Error ? why : new Error(String(why))),
    );
    return worker;
  }

  #receive(message: FromWorker): void {
    const job = this.#running;
    if (job?.id !== message.id) return;
    if (message.kind === "part") return job.onPart?.(message.part);
    this.#running = undefined;
    if (message.kind === "done") job.resolve(message.answer);
    else job.reject(new Error(message.why));
    this.#proceed();
  }

  #fail(why: Error): void {
    const jobs = [...(this.#running ? [this.#running] : []), ...this.#waiting];
    this.#running = undefined;
    this.#waiting = [];
    jobs.forEach((job) => job.reject(why));
  }
}

type PartOf<Name extends Ask> = Questions[Name] extends { says: infer Part } ? Part : never;

/** Answers questions at once. */
export const desk = new EngineClient();
/** Chooses the computer's moves and hints; nothing else may keep it busy. */
export const player = new EngineClient();
/** Analyses and explains: whatever can wait. */
export const analyst = new EngineClient();
