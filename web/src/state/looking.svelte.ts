// What is on the board instead of the game: the node that a search looks at, or a puzzle. Whoever puts it there takes it away again.
import type { State } from "../contract.ts";
import { session } from "./session.svelte.ts";

export interface Sight {
  kind: "search" | "puzzle";
  position: State;
  /** Of the node of a search. */
  name: string;
}

class Looking {
  at = $state.raw<Sight | null>(null);

  /** The game whose pieces are in sight. */
  get game(): string {
    return this.at?.position.game ?? session.setup.game;
  }
}

export const looking = new Looking();
