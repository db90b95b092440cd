// UAI lines: writing what the thinker is asked, reading what it says.
import type { Game } from "../contract.ts";

export interface InfoLine {
  depth: number;
  /** 1 is the best line. */
  rank: number;
  /** In points (raid family) or pieces (Ataxx family), for the side to move. */
  value: number;
  nodes: number;
  ms: number;
  moves: string[];
}

/** The lines that put the thinker before a position. */
export function positionLines(game: Game): string[] {
  const from = game.start ? `fen ${game.start}` : "startpos";
  const moves = game.moves.length > 0 ? ` moves ${game.moves.join(" ")}` : "";
  return [
    `setoption name Variant value ${game.game}`,
    `setoption name Raid value ${game.raid ?? "variant"}`,
    `setoption name Board value ${game.board ?? "<empty>"}`,
    `position ${from}${moves}`,
  ];
}

export function goLines(lines: number, limit: { movetime: number } | { nodes: number }): string[] {
  const [word, amount] = Object.entries(limit)[0] as [string, number];
  return [`setoption name MultiPV value ${lines}`, `go ${word} ${amount}`];
}

/** Reads `info depth ...`; null for every other line. */
export function parseInfo(line: string): InfoLine | null {
  const words = line.trim().split(/\s+/);
  if (words[0] !== "info" || words[1] !== "depth") return null;
  const number = (name: string): number => {
    const at = words.indexOf(name);
    return at < 0 ? 0 : Number(words[at + 1]);
  };
  const pv = words.indexOf("pv");
  const score = words.indexOf("cp");
  if (pv < 0 || score < 0) return null;
  return {
    depth: number("depth"),
    rank: number("multipv") || 1,
    value: Number(words[score + 1]) / 100,
    nodes: number("nodes"),
    ms: number("time"),
    moves: words.slice(pv + 1),
  };
}

/** A complaint of the engine about a line it could not obey. */
export function parseComplaint(line: string): string | null {
  return line.startsWith("info string ") ? line.slice("info string ".length) : null;
}
