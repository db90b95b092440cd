// What games, boards and players there are: asked once.
import type { Questions, Variant, GameInfo } from "../contract.ts";
import { desk } from "../wasm/client.ts";

class Catalog {
  all = $state.raw<Questions["games"]["gives"]>({ games: [], boards: [], levels: 8, players: [] });

  async load(): Promise<void> {
    this.all = await desk.ask("games", {});
  }

  game(key: Variant): GameInfo | undefined {
    return this.all.games.find((game) => game.key === key);
  }

  /** What the two sides are called. */
  playersOf(key: Variant): [string, string] {
    return this.game(key)?.players ?? ["", ""];
  }
}

export const catalog = new Catalog();
