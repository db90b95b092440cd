// Games as files: saved and read by the desk.
import type { ReadGame } from "../contract.ts";
import { kept, movesTo } from "../lib/gametree.ts";
import { gameLine, treeOf } from "../lib/recordtree.ts";
import { desk } from "../wasm/client.ts";
import type { KeptGame } from "./library.svelte.ts";
import { match } from "./match.svelte.ts";
import { playerName } from "./names.ts";
import { session } from "./session.svelte.ts";

const dateOf = (time: number, format: "json" | "pgn") => {
  const day = new Date(time);
  const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  // PGN writes dates with points.
  return format === "pgn" ? date.replaceAll("-", ".") : date;
};

/** The game as it was played, with what was tried beside it and what was said about its moves. */
export async function recordText(format: "json" | "pgn"): Promise<string> {
  const line = gameLine(kept(session.tree.root, session.live), movesTo(session.live));
  const { text } = await desk.ask("record", {
    ...session.setup,
    ...line,
    format,
    players: match.players.map(playerName),
    date: dateOf(session.created, format),
    ...(session.decided && { decided: session.decided }),
  });
  return text;
}

/** Opens a game from a file at its first position, for two persons: whoever loads a game wants to look at it. */
export async function openRecord({ game, raid, board, start, moves, notes, variations, decided }: ReadGame): Promise<void> {
  match.stop();
  const setup = { game, ...(raid && { raid }), ...(board && { board }), ...(start && { start }) };
  await session.open({ setup, tree: treeOf({ moves, notes, variations }), live: moves, current: [], decided });
  match.setPlayers(["human", "human"], null);
}

/** Every game of a file: one record, JSON lines, or a PGN file with many. */
export async function readGames(text: string): Promise<ReadGame[]> {
  const { games } = await desk.ask("read", { text });
  return games;
}

/** Kept games as one PGN file. */
export async function allRecords(games: KeptGame[]): Promise<string> {
  const texts: string[] = [];
  for (const game of games) {
    const line = gameLine(game.tree, game.live);
    const question = { ...game.setup, ...line, format: "pgn" as const, players: game.players.map(playerName), date: dateOf(game.created, "pgn") };
    texts.push((await desk.ask("record", { ...question, ...(game.decided && { decided: game.decided }) })).text);
  }
  return texts.join("");
}
