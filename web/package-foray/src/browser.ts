// Foray in a browser. The files lie beside this one; bundlers that know `new URL(..., import.meta.url)` take them along.
import { kept } from "./client.ts";
import { fetchedBytes, fetchedModule } from "./fetching.ts";
import { Foray as Front, pause, workerInThisThread, type LoadOptions } from "./foray.ts";
import type { Host, WorkerLike } from "./supervisor.ts";

export * from "./foray.ts";

const beside = {
  module: new URL("./foray.wasm", import.meta.url),
  ataxx: new URL("./ataxx.net", import.meta.url),
  reloaded: new URL("./reloaded.net", import.meta.url),
};

function hostOf({ worker = true, from }: LoadOptions): Host {
  const place = from === undefined ? undefined : new URL(`${String(from).replace(/\/*$/, "")}/`, location.href);
  const file = (name: string, here: URL) => (place ? new URL(name, place) : here);
  const networks: Partial<Record<string, () => Promise<ArrayBuffer>>> = {
    ataxx: kept(() => fetchedBytes(file("ataxx.net", beside.ataxx))),
    reloaded: kept(() => fetchedBytes(file("reloaded.net", beside.reloaded))),
  };
  return {
    spawn: () => (worker ? (new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "foray" }) as unknown as WorkerLike) : workerInThisThread()),
    module: kept(() => fetchedModule(file("foray.wasm", beside.module))),
    network: (game) => networks[game]?.() ?? Promise.resolve(undefined),
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
