// The package's front: what every environment's `Foray.load` gives.
import { EngineClient } from "./client.ts";
import type { BoardInfo, Game, GameInfo, Questions, ReadGame, Setup } from "./contract.ts";
import { Position } from "./position.ts";
import { serve } from "./serve.ts";
import type { Host, WorkerLike } from "./supervisor.ts";

export * from "./contract.ts";
export { EngineClient, Refused, type JobOptions } from "./client.ts";
export { Broken, Cancelled } from "./supervisor.ts";
export { Position, type PictureOptions, type SearchOptions, type TraceOptions } from "./position.ts";

export interface LoadOptions {
  /** False: in the thread of whoever asks, which stands still while a question is answered. A search that runs there cannot be given up. */
  worker?: boolean;
  /** Where `foray.wasm`, `ataxx.net` and `reloaded.net` lie, if not beside the code. */
  from?: string | URL;
}

/** The engine in the thread of whoever asks, spoken to like a worker. */
export function workerInThisThread(): WorkerLike {
  let ended = false;
  const worker: WorkerLike = {
    postMessage: (message) => queueMicrotask(() => ended || receive(message)),
    terminate: () => void (ended = true),
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  const receive = serve((message) => {
    if (!ended) worker.onmessage?.({ data: message });
  });
  return worker;
}

export class Foray {
  /** Any question of the contract, by its name. */
  readonly client: EngineClient;

  constructor(host: Host) {
    this.client = new EngineClient(host);
  }

  /** The start of a game, or the position after some moves: `{ game: "wargame", board: "Smolensk", moves: ["c3"] }`. */
  async game(game: Setup & { moves?: readonly string[] }): Promise<Position> {
    const whole: Game = { ...game, moves: [...(game.moves ?? [])] };
    return new Position(this.client, whole, await this.client.ask("state", whole));
  }

  /** The games there are. */
  async games(): Promise<GameInfo[]> {
    return (await this.client.ask("games", {})).games;
  }
  /** The boards that have names. */
  async boards(): Promise<BoardInfo[]> {
    return (await this.client.ask("games", {})).boards;
  }
  /** The games of a PGN file or of JSON records. */
  async read(text: string): Promise<ReadGame[]> {
    return (await this.client.ask("read", { text })).games;
  }
  /** The signature of the search: the same on every machine. */
  bench(): Promise<Questions["bench"]["gives"]> {
    return this.client.ask("bench", {});
  }

  /** Ends the worker. What still waits rejects with `Cancelled`. */
  close(): void {
    this.client.close();
  }
}

/** What hosts have in common. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Games whose networks are files beside the module. */
export const taught: readonly string[] = ["ataxx", "reloaded"];
