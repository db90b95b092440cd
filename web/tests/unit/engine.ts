// The real module in this process: what the tests of the contract ask.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Ask, Questions } from "../../src/contract.ts";
import { startEngine } from "../../src/wasm/engine.ts";

export async function loadEngine() {
  const heard: string[] = [];
  const module = await WebAssembly.compile(readFileSync(resolve(import.meta.dirname, "../../src/generated/foray.wasm")));
  const engine = await startEngine(module, (line) => heard.push(line));
  return {
    ask<Name extends Ask>(ask: Name, takes: Questions[Name]["takes"]): Questions[Name]["gives"] {
      const answer = JSON.parse(engine.ask(JSON.stringify({ ask, ...takes }))) as { ok: boolean; error?: string };
      if (!answer.ok) throw new Error(answer.error);
      return answer as unknown as Questions[Name]["gives"];
    },
    uai(lines: string[]): string[] {
      heard.length = 0;
      lines.forEach((line) => engine.uai(line));
      return [...heard];
    },
  };
}
