// What a worker does with what it is sent, wherever it runs: in a browser, in Node, or in the thread of whoever asks.
import { startEngine, type Engine } from "./engine.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** Returns what takes the messages; the answers go to `send`. */
export function serve(send: (message: FromWorker) => void): (message: ToWorker) => void {
  // Questions may arrive before the compiled module does; they wait for it in order.
  let start: (module: WebAssembly.Module) => void;
  let current = 0;
  const engine: Promise<Engine> = new Promise<WebAssembly.Module>((resolve) => (start = resolve)).then((module) =>
    startEngine(module, (part) => send({ kind: "part", id: current, part })),
  );

  async function obey(message: Extract<ToWorker, { kind: "ask" }>): Promise<void> {
    try {
      const ready = await engine;
      current = message.id;
      send({ kind: "done", id: message.id, answer: ready.ask(message.question) });
    } catch (error) {
      send({ kind: "failed", id: message.id, why: error instanceof Error ? error.message : String(error) });
    }
  }

  return (message) => {
    if (message.kind === "start") start(message.module);
    else if (message.kind === "network") void engine.then((ready) => ready.useNetwork(message.bytes));
    else void obey(message);
  };
}
