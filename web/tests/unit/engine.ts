// The real module in this process: what the tests of the contract ask.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Ask, Questions } from "../../src/contract.ts";
import { startEngine } from "../../package-foray/src/engine.ts";

export async function loadEngine() {
  let heard: string[] = [];
  const module = await WebAssembly.compile(readFileSync(resolve(import.meta.dirname, "../../src/generated/foray.wasm")));
  const engine = await startEngine(module, (part) => heard.push(part));
  return {
    ask<Name extends Ask>(ask: Name, takes: Questions[Name]["takes"]): Questions[Name]["gives"] {
      const answer = JSON.parse(engine.ask(JSON.stringify({ ask, ...takes }))) as { ok: boolean; error?: string };
      if (!answer.ok) throw new Error(answer.error);
      return answer as unknown as Questions[Name]["gives"];
    },
    /** A question that the page itself never asks. */
    raw: (question: object): unknown => JSON.parse(engine.ask(JSON.stringify(question))),
    /** What a question says while it is answered. */
    parts<Name extends Ask>(ask: Name, takes: Questions[Name]["takes"]): unknown[] {
      heard = [];
      this.ask(ask, takes);
      return heard.map((part) => JSON.parse(part) as unknown);
    },
  };
}
