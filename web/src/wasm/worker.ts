// Runs one instance of the engine. The desk, the player and the analyst are all this worker; they differ in what the page asks of them.
import { startEngine, type Engine } from "./engine.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: FromWorker) => scope.postMessage(message);

// Questions may arrive before the compiled module does; they wait for it in order.
let start: (module: WebAssembly.Module) => void;
const engine: Promise<Engine> = new Promise<WebAssembly.Module>((resolve) => (start = resolve)).then((module) =>
  startEngine(module, (part) => send({ kind: "part", id: current, part })),
);
let current = 0;

async function obey(message: Extract<ToWorker, { kind: "ask" }>): Promise<void> {
  try {
    const ready = await engine;
    current = message.id;
    send({ kind: "done", id: message.id, answer: ready.ask(message.question) });
  } catch (error) {
    send({ kind: "failed", id: message.id, why: error instanceof Error ? error.message : String(error) });
  }
}

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "start") start(data.module);
  else if (data.kind === "network") void engine.then((ready) => ready.useNetwork(data.bytes));
  else void obey(data);
};
