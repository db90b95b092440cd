// The page's side of the workers. One client is one worker; `cancel` ends it and starts another from the compiled module, so that a
// search that is no longer wanted costs nothing.
import type { Ask, Questions } from "../contract.ts";
import engineUrl from "../generated/foray.wasm?url";
import type { FromWorker, ToWorker } from "./messages.ts";

/** The question was understood and refused; the message is for people. */
export class Refused extends Error {}

/** The work was given up because something newer was wanted. */
export class Cancelled extends Error {
  constructor() {
    super("cancelled");
  }
}

interface Job {
  resolve(answer: string): void;
  reject(why: Error): void;
  onLine?: (line: string) => void;
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

export class EngineClient {
  #worker: Worker | undefined;
  #jobs = new Map<number, Job>();
  #next = 1;

  get busy(): boolean {
    return this.#jobs.size > 0;
  }

  /** Starts the worker before there is anything to ask, so that the first answer comes sooner. */
  warmUp(): void {
    this.#started();
  }

  async ask<Name extends Ask>(ask: Name, takes: Questions[Name]["takes"]): Promise<Questions[Name]["gives"]> {
    const answer: unknown = JSON.parse(await this.#run({ kind: "ask", id: 0, question: JSON.stringify({ ask, ...takes }) }));
    const reply = answer as { ok: boolean; error?: string };
    if (!reply.ok) throw new Refused(reply.error ?? "refused");
    return answer as Questions[Name]["gives"];
  }

  async uai(lines: string[], onLine: (line: string) => void): Promise<void> {
    await this.#run({ kind: "uai", id: 0, lines }, onLine);
  }

  /** Gives up everything under way. */
  cancel(): void {
    if (!this.busy) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#fail(new Cancelled());
    this.#started();
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

  #run(message: Exclude<ToWorker, { kind: "start" }>, onLine?: (line: string) => void): Promise<string> {
    const id = this.#next++;
    const worker = this.#started();
    return new Promise<string>((resolve, reject) => {
      this.#jobs.set(id, { resolve, reject, ...(onLine && { onLine }) });
      worker.postMessage({ ...message, id } satisfies ToWorker);
    });
  }

  #receive(message: FromWorker): void {
    const job = this.#jobs.get(message.id);
    if (!job) return;
    if (message.kind === "line") return job.onLine?.(message.line);
    this.#jobs.delete(message.id);
    if (message.kind === "done") job.resolve(message.answer);
    else job.reject(new Error(message.why));
  }

  #fail(why: Error): void {
    const jobs = [...this.#jobs.values()];
    this.#jobs.clear();
    jobs.forEach((job) => job.reject(why));
  }
}

/** Answers questions at once. */
export const desk = new EngineClient();
/** Searches; whoever gives it work cancels what it was doing. */
export const thinker = new EngineClient();
