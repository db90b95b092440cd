// How the setup dialog's choices become the board text of a question.
import type { BoardInfo, GameInfo } from "../contract.ts";

export type BoardMode = "named" | "random" | "own" | "size";

export interface BoardChoice {
  mode: BoardMode;
  name: string;
  seed: number;
  rows: number;
  cols: number;
  own: string;
  /** Of blocked squares, where a game knows those. */
  layout: string;
}

export function boardText(choice: BoardChoice): string {
  const size = `${choice.rows}x${choice.cols}`;
  switch (choice.mode) {
    case "named":
      return choice.name;
    case "random":
      return `random:${choice.seed}:${size}`;
    case "own":
      return rowsOfValues(choice.own);
    case "size":
      return size;
  }
}

/** Lines of values, as in board files, to rows separated by slashes. */
export function rowsOfValues(text: string): string {
  return text
    .split(/\r?\n|\//)
    .map((line) => line.trim().split(/[\s,;]+/).join(" "))
    .filter((line) => line !== "")
    .join("/");
}

export function boardsFor(game: GameInfo, boards: BoardInfo[]): BoardInfo[] {
  const fits = (board: BoardInfo) =>
    board.rows >= game.smallest && board.cols >= game.smallest && board.rows <= game.largest && board.cols <= game.largest;
  const usual = (board: BoardInfo) => (board.rows === game.side && board.cols === game.side ? 0 : 1);
  return boards.filter((board) => fits(board) && (!game.square || board.rows === board.cols)).sort((a, b) => usual(a) - usual(b));
}

/** What a game is offered with at first: a named board of its usual size if there is one, else a random one; a size where squares have no values. */
export function firstChoice(game: GameInfo, boards: BoardInfo[], seed: number): BoardChoice {
  const usual = boardsFor(game, boards).filter((board) => board.rows === game.side && board.cols === game.side);
  // The most varied map shows best what values are about.
  const varied = [...usual].sort((a, b) => new Set(b.values).size - new Set(a.values).size)[0];
  const mode = game.family === "ataxx" ? "size" : varied ? "named" : "random";
  return { mode, name: varied?.name ?? boards[0]?.name ?? "", seed, rows: game.side, cols: game.side, own: "", layout: "open" };
}
