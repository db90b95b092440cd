// Games as files: saved and read by the desk.
import type { ReadGame } from "../contract.ts";
import { desk } from "../wasm/client.ts";
import type { KeptGame } from "./library.svelte.ts";
import { match } from "./match.svelte.ts";
import { playerName } from "./names.ts";
import { asTree, session } from "./session.svelte.ts";

/** The game as it was played, with what its players said about their moves. */
export async function recordText(format: "json" | "pgn"): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  const notes = session.playedNodes().map((node) => node.note);
  const { text } = await desk.ask("record", {
    ...session.played(),
    format,
    players: match.players.map(playerName),
    // PGN writes dates with points.
    date: format === "pgn" ? today.replaceAll("-", ".") : today,
    notes: notes.map((note) => note && { ...note, ...(note.value !== undefined && { value: Math.round(note.value) }) }),
    ...(session.decided && { decided: session.decided }),
  });
  return text;
}

/** Opens a game from a file at its first position, for two persons: whoever loads a game wants to look at it. */
export async function openRecord({ game, raid, board, start, moves, notes, decided }: ReadGame): Promise<void> {
  match.stop();
  const setup = { game, ...(raid && { raid }), ...(board && { board }), ...(start && { start }) };
  await session.open({ setup, tree: asTree(moves, notes), current: [], decided });
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
    const question = { ...game.setup, moves: game.live, format: "pgn" as const, players: game.players.map(playerName) };
    const date = new Date(game.created).toISOString().slice(0, 10).replaceAll("-", ".");
    texts.push((await desk.ask("record", { ...question, date, ...(game.decided && { decided: game.decided }) })).text);
  }
  return texts.join("");
}
