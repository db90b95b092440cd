// The page's workers: the package's client (package-foray), with what all of them share: the compiled module and the networks, fetched once,
// and once more where that failed.
import engineUrl from "../generated/foray.wasm?url";
import ataxxUrl from "../../../src/engine/nets/ataxx.net?url";
import reloadedUrl from "../../../src/engine/nets/reloaded.net?url";
import { EngineClient, kept } from "../../package-foray/src/client.ts";
import { fetchedBytes, fetchedModule } from "../../package-foray/src/fetching.ts";
import type { Host, WorkerLike } from "../../package-foray/src/supervisor.ts";

export { Refused } from "../../package-foray/src/client.ts";
export { Broken, Cancelled } from "../../package-foray/src/supervisor.ts";

const compiledModule = kept(() => fetchedModule(engineUrl));

/** What the engine learned of a game is fetched when a search first needs it, not with the page. */
const networks: Partial<Record<string, () => Promise<ArrayBuffer>>> = { ataxx: kept(() => fetchedBytes(ataxxUrl)), reloaded: kept(() => fetchedBytes(reloadedUrl)) };

type Trouble = Parameters<Host["trouble"]>[0];
let onTrouble: (what: Trouble) => void = () => {};

/** Who tells the visitor that a worker was replaced, or works with less than it should. */
export function listenForTrouble(listener: (what: Trouble) => void): void {
  onTrouble = listener;
}

const host: Host = {
  spawn: () => new Worker(new URL("../../package-foray/src/worker.ts", import.meta.url), { type: "module", name: "foray" }) as unknown as WorkerLike,
  module: compiledModule,
  network: (game) => networks[game]?.() ?? Promise.resolve(undefined),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  trouble: (what) => onTrouble(what),
};

/** Answers questions at once. */
export const desk = new EngineClient(host);
/** Chooses the computer's moves and hints; nothing else may keep it busy. */
export const player = new EngineClient(host);
/** Analyses and explains: whatever can wait. */
export const analyst = new EngineClient(host);
