// The page's side of the workers: questions as objects, each worker supervised (supervisor.ts), and what all of them share: the compiled
// module and the networks, fetched once, and once more where that failed.
import type { Ask, Questions } from "../contract.ts";
import engineUrl from "../generated/foray.wasm?url";
import ataxxUrl from "../../../src/engine/nets/ataxx.net?url";
import reloadedUrl from "../../../src/engine/nets/reloaded.net?url";
import { Supervisor, type Host, type WorkerLike } from "./supervisor.ts";

export { Broken, Cancelled } from "./supervisor.ts";

/** The question was understood and refused; the message is for people. */
export class Refused extends Error {}

export interface JobOptions<Part> {
  signal?: AbortSignal | undefined;
  /** What a streaming question says while it is being answered. */
  onPart?: (part: Part) => void;
}

/** What was fetched is kept, a failure is not: whoever asks next tries again. */
function kept<T>(fetched: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => {
    begun ??= fetched().catch((why: unknown) => {
      begun = undefined;
      throw why;
    });
    return begun;
  };
}

async function fetchedBytes(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${new URL(url, location.href).pathname} could not be loaded (${answer.status})`);
  return answer.arrayBuffer();
}

const compiledModule = kept(() =>
  // Hosts that do not know the type application/wasm cannot stream.
  WebAssembly.compileStreaming(fetch(engineUrl)).catch(async () => WebAssembly.compile(await fetchedBytes(engineUrl))),
);

/** What the engine learned of a game is fetched when a search first needs it, not with the page. */
const networks: Partial<Record<string, () => Promise<ArrayBuffer>>> = { ataxx: kept(() => fetchedBytes(ataxxUrl)), reloaded: kept(() => fetchedBytes(reloadedUrl)) };

type Trouble = Parameters<Host["trouble"]>[0];
let onTrouble: (what: Trouble) => void = () => {};

/** Who tells the visitor that a worker was replaced, or works with less than it should. */
export function listenForTrouble(listener: (what: Trouble) => void): void {
  onTrouble = listener;
}

const host: Host = {
  spawn: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "foray" }) as unknown as WorkerLike,
  module: compiledModule,
  network: (game) => networks[game]?.() ?? Promise.resolve(undefined),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  trouble: (what) => onTrouble(what),
};

const searches: readonly Ask[] = ["choose", "analyse", "review"];

type PartOf<Name extends Ask> = Questions[Name] extends { says: infer Part } ? Part : never;

export class EngineClient {
  #supervisor = new Supervisor(host);

  /** Starts the worker before there is anything to ask, so that the first answer comes sooner. */
  warmUp(): void {
    this.#supervisor.warmUp();
  }

  async ask<Name extends Ask>(name: Name, question: Questions[Name]["takes"], { signal, onPart }: JobOptions<PartOf<Name>> = {}): Promise<Questions[Name]["gives"]> {
    const text = await this.#supervisor.run({
      question: JSON.stringify({ ask: name, ...question }),
      learns: searches.includes(name) ? (question as { game?: string }).game : undefined,
      signal,
      onPart: onPart && ((part) => onPart(JSON.parse(part) as PartOf<Name>)),
    });
    const answer = JSON.parse(text) as unknown;
    const reply = answer as { ok: boolean; error?: string };
    if (!reply.ok) throw new Refused(reply.error ?? "refused");
    return answer as Questions[Name]["gives"];
  }
}

/** Answers questions at once. */
export const desk = new EngineClient();
/** Chooses the computer's moves and hints; nothing else may keep it busy. */
export const player = new EngineClient();
/** Analyses and explains: whatever can wait. */
export const analyst = new EngineClient();
