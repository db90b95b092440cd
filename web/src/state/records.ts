// Games as files: saved and read by the desk.
import type { Decided } from "../contract.ts";
import { desk } from "../wasm/client.ts";
import { match } from "./match.svelte.ts";
import { playerName } from "./names.ts";
import { session } from "./session.svelte.ts";

export async function recordText(format: "json" | "pgn"): Promise<string> {
  const { text } = await desk.ask("record", {
    ...session.game(session.moves.length),
    format,
    players: match.players.map(playerName),
    date: new Date().toISOString().slice(0, 10),
    ...(session.decided && { decided: session.decided }),
  });
  return text;
}

/** Opens a JSON record or a PGN game at its first position, for two persons: whoever loads a game wants to look at it. */
export async function openRecord(text: string): Promise<void> {
  const { game, raid, board, start, moves, decided } = await desk.ask("read", { text });
  const known: Decided | null = decided;
  match.setPlayers(["human", "human"], null);
  await session.open({ game, ...(raid && { raid }), ...(board && { board }), ...(start && { start }) }, moves, 0, known);
}
