// A position in the making. The desk says whether it can be.
import type { Side, State } from "../contract.ts";
import { desk } from "../wasm/client.ts";
import { match } from "./match.svelte.ts";
import { notices } from "./notices.svelte.ts";
import { asTree, session } from "./session.svelte.ts";
import { focusBoard, view } from "./view.svelte.ts";

export type Brush = "x" | "o" | "." | "-";

class Editor {
  squares = $state("");
  brush = $state<Brush>("x");
  toMove = $state<Side>("first");

  open(state: State): void {
    this.squares = state.squares;
    this.toMove = state.to_move;
    match.stop();
    view.editing = true;
  }

  /** Pressing what is there already takes it away. */
  put(square: number): void {
    const cells = [...this.squares];
    cells[square] = cells[square] === this.brush ? "." : this.brush;
    this.squares = cells.join("");
  }

  clear(): void {
    this.squares = this.squares.replaceAll(/[xo]/g, ".");
  }

  /** What both sides hold on the board in the making. */
  scores(values: number[]): [number, number] {
    const held = (side: string) => values.reduce((sum, value, square) => (this.squares[square] === side ? sum + value : sum), 0);
    return [held("x"), held("o")];
  }

  async use(): Promise<void> {
    try {
      const { fen } = await desk.ask("edit", { ...session.game(0), squares: this.squares, to_move: this.toMove });
      await session.open({ setup: { ...session.setup, start: fen }, tree: asTree([]) });
      match.paused = true;
      view.editing = false;
      focusBoard();
    } catch (why) {
      notices.error(why);
    }
  }

  cancel(): void {
    view.editing = false;
  }
}

export const editor = new Editor();
