// What becomes of a job when its worker breaks, its module or its network cannot be had, or it is given up.
import { describe, expect, test } from "vitest";
import type { FromWorker, ToWorker } from "../../package-foray/src/messages.ts";
import { Broken, Cancelled, mostTries, Supervisor, type Host, type WorkerLike } from "../../package-foray/src/supervisor.ts";

/** A worker that does what its script says with every question. */
type Script = (question: string, worker: ScriptedWorker) => void;

class ScriptedWorker implements WorkerLike {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  readonly taught: number[] = [];
  started = false;
  terminated = false;
  id = 0;
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  postMessage(message: ToWorker): void {
    if (this.terminated) throw new Error("a worker that was ended is spoken to");
    if (message.kind === "start") this.started = true;
    if (message.kind === "network") this.taught.push(message.bytes.byteLength);
    if (message.kind !== "ask") return;
    this.id = message.id;
    queueMicrotask(() => this.#script(message.question, this));
  }

  answer(text: string): void {
    this.onmessage?.({ data: { kind: "done", id: this.id, answer: text } });
  }

  trap(why: string): void {
    this.onmessage?.({ data: { kind: "failed", id: this.id, why } });
  }

  terminate(): void {
    this.terminated = true;
  }
}

function world(script: Script, some: Partial<Host> = {}) {
  const workers: ScriptedWorker[] = [];
  const troubles: string[] = [];
  const pauses: number[] = [];
  const host: Host = {
    spawn: () => {
      workers.push(new ScriptedWorker(script));
      return workers.at(-1) as ScriptedWorker;
    },
    module: async () => ({}) as WebAssembly.Module,
    network: async () => undefined,
    wait: async (ms) => void pauses.push(ms),
    trouble: (what) => void troubles.push(what),
    ...some,
  };
  return { supervisor: new Supervisor(host), workers, troubles, pauses };
}

describe("a supervised worker", () => {
  test("answers one question after the other", async () => {
    const { supervisor, workers, troubles } = world((question, worker) => worker.answer(question.toUpperCase()));
    expect(await Promise.all(["a", "b", "c"].map((question) => supervisor.run({ question })))).toEqual(["A", "B", "C"]);
    expect(workers).toHaveLength(1);
    expect(workers[0]?.started).toBe(true);
    expect(troubles).toEqual([]);
  });

  test("that breaks is replaced, says so, and its job is asked again; what waited goes on", async () => {
    let broken = 0;
    const { supervisor, workers, troubles, pauses } = world((question, worker) => {
      if (question === "a" && broken++ < 2) worker.onerror?.({ message: "gone" });
      else worker.answer(question);
    });
    expect(await Promise.all([supervisor.run({ question: "a" }), supervisor.run({ question: "b" })])).toEqual(["a", "b"]);
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, true, false]);
    expect(troubles).toEqual(["restarted", "restarted"]);
    expect(pauses).toEqual([250, 500]);
  });

  test("whose module traps is replaced; a question that always does so fails, and the next is answered", async () => {
    const { supervisor, workers } = world((question, worker) => (question === "bad" ? worker.trap("unreachable") : worker.answer(question)));
    const bad = supervisor.run({ question: "bad" });
    const good = supervisor.run({ question: "good" });
    await expect(bad).rejects.toThrow(Broken);
    await expect(bad).rejects.toThrow("unreachable");
    expect(await good).toBe("good");
    expect(workers).toHaveLength(mostTries + 1);
  });

  test("without a module tries again, and then every job ends", async () => {
    let asked = 0;
    const module = async () => {
      asked++;
      throw new Error("no network");
    };
    const { supervisor } = world((question, worker) => worker.answer(question), { module });
    const results = await Promise.allSettled([supervisor.run({ question: "a" }), supervisor.run({ question: "b" })]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(asked).toBe(2 * mostTries);
  });

  test("is given up for one job only, and the next search has its network although that one was aborted", async () => {
    const { supervisor, workers } = world(
      (question, worker) => {
        if (question !== "long") worker.answer(`${question} taught ${worker.taught.length}`);
      },
      { network: async () => new ArrayBuffer(8) },
    );
    const abort = new AbortController();
    const long = supervisor.run({ question: "long", learns: "ataxx", signal: abort.signal });
    const after = supervisor.run({ question: "after", learns: "ataxx" });
    await Promise.resolve();
    abort.abort();
    await expect(long).rejects.toThrow(Cancelled);
    expect(await after).toBe("after taught 1");
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    await expect(supervisor.run({ question: "late", signal: abort.signal })).rejects.toThrow(Cancelled);
  });

  test("works without a network that cannot be had, says so, and asks for it again", async () => {
    let fetched = 0;
    const network = async () => {
      if (fetched++ === 0) throw new Error("offline");
      return new ArrayBuffer(8);
    };
    const { supervisor, troubles } = world((question, worker) => worker.answer(`${question} ${worker.taught.length}`), { network });
    expect(await supervisor.run({ question: "a", learns: "ataxx" })).toBe("a 0");
    expect(await supervisor.run({ question: "b", learns: "ataxx" })).toBe("b 1");
    expect(await supervisor.run({ question: "c", learns: "ataxx" })).toBe("c 1");
    expect(troubles).toEqual(["untaught"]);
    expect(fetched).toBe(2);
  });
});
