// What games, boards and players there are: asked once.
import type { Questions, Variant, GameInfo } from "../contract.ts";
import { pieceStyle, type PieceStyle } from "../lib/pieces.ts";
import { strings } from "../strings.ts";
import { settings } from "./settings.svelte.ts";
import { desk } from "../wasm/client.ts";

/** In the words of the page where it has them. */
function worded(game: GameInfo): GameInfo {
  const [first, second] = game.players;
  const words = strings.moveWords[game.key] ?? game.words;
  return { ...game, title: strings.titles[game.key] ?? game.title, players: [strings.sides[first] ?? first, strings.sides[second] ?? second], ...(words && { words }) };
}

class Catalog {
  #given = $state.raw<Questions["games"]["gives"]>({ games: [], boards: [], levels: 8, players: [] });
  all = $derived({ ...this.#given, games: this.#given.games.map(worded) });

  async load(): Promise<void> {
    this.#given = await desk.ask("games", {});
  }

  game(key: Variant): GameInfo | undefined {
    return this.all.games.find((game) => game.key === key);
  }

  /** What the two sides are called. */
  playersOf(key: Variant): [string, string] {
    return this.game(key)?.players ?? ["", ""];
  }

  /** How its pieces look to whoever is here. */
  piecesOf(key: Variant): PieceStyle {
    return pieceStyle(this.#given.games.find((game) => game.key === key)?.players ?? ["", ""], key, settings.set);
  }
}

export const catalog = new Catalog();
