// Foray in Node.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { kept } from "./client.ts";
import { Foray as Front, pause, taught, workerInThisThread, type LoadOptions } from "./foray.ts";
import type { FromWorker } from "./messages.ts";
import type { Host, WorkerLike } from "./supervisor.ts";

export * from "./foray.ts";

/** A worker of Node, spoken to like one of the browser. An idle one does not keep the program from ending. */
function spawned(): WorkerLike {
  const thread = new Worker(new URL("./worker-node.js", import.meta.url));
  thread.unref();
  const worker: WorkerLike = {
    postMessage: (message) => {
      if (message.kind === "ask") thread.ref();
      thread.postMessage(message);
    },
    terminate: () => void thread.terminate(),
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  thread.on("message", (data: FromWorker) => {
    if (data.kind !== "part") thread.unref();
    worker.onmessage?.({ data });
  });
  thread.on("error", (error) => worker.onerror?.({ message: error.message }));
  thread.on("messageerror", () => worker.onmessageerror?.());
  return worker;
}

function hostOf({ worker = true, from }: LoadOptions): Host {
  const place = from === undefined ? new URL("./", import.meta.url) : from instanceof URL ? from : pathToFileURL(`${from}/`);
  const bytes = async (name: string) => new Uint8Array(await readFile(new URL(name, place)));
  return {
    spawn: worker ? spawned : workerInThisThread,
    module: kept(async () => WebAssembly.compile(await bytes("foray.wasm"))),
    network: async (game) => (taught.includes(game) ? (await bytes(`${game}.net`)).buffer : undefined),
    wait: pause,
    trouble: () => {},
  };
}

export class Foray extends Front {
  /** Rejects where the module cannot be had. */
  static async load(options: LoadOptions = {}): Promise<Foray> {
    const host = hostOf(options);
    await host.module();
    return new Foray(host);
  }
}
