// Games as files: saved and read by the desk.
import type { ReadGame } from "../contract.ts";
import { kept, movesTo } from "../lib/gametree.ts";
import { gameLine, treeOf } from "../lib/recordtree.ts";
import { desk } from "../wasm/client.ts";
import { human } from "../lib/players.ts";
import { strings } from "../strings.ts";
import { library, type KeptGame } from "./library.svelte.ts";
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
    players: [match.nameOf("first"), match.nameOf("second")],
    date: session.date || dateOf(session.created, format),
    ...(session.event && { event: session.event }),
    ...(session.decided && { decided: session.decided }),
  });
  return text;
}

/** A name that says what a game is: the same game of the same file is taken in once. */
function nameOf(game: ReadGame): string {
  const hash = (seed: number) => {
    let sum = seed;
    for (const letter of JSON.stringify(game)) sum = Math.imul(sum ^ letter.charCodeAt(0), 16777619) >>> 0;
    return sum.toString(16).padStart(8, "0");
  };
  return `file-${hash(2166136261)}${hash(40389)}`;
}

/** A game of a file as the library keeps it: at its first position, for two persons, since whoever loads a game wants to look at it. */
function asKept(one: ReadGame, updated: number): KeptGame {
  const { game, raid, board, start, moves, notes, variations, decided, players, event, result } = one;
  // PGN writes question marks for what is not known.
  const date = one.date.includes("?") ? "" : one.date;
  const setup = { game, ...(raid && { raid }), ...(board && { board }), ...(start && { start }) };
  const named = players.some((name) => name !== "") ? (players.map((name) => name || strings.somebody) as [string, string]) : null;
  return {
    id: nameOf(one),
    created: updated,
    updated,
    setup,
    tree: treeOf({ moves, notes, variations }),
    live: moves,
    current: [],
    decided,
    players: [human, human],
    names: named,
    event,
    date,
    clock: null,
    paused: false,
    flipped: false,
    tab: "games",
    outcome: result.outcome,
    scores: result.scores,
  };
}

/** Takes every game of a file into the library, in its order. */
export async function takeIn(games: ReadGame[]): Promise<KeptGame[]> {
  const now = Date.now();
  const taken = games.map((one, index) => asKept(one, now - index));
  await library.adopt(taken);
  return taken;
}

export async function openTaken(game: KeptGame): Promise<void> {
  await library.keep();
  await library.open((await library.get(game.id)) ?? game);
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
    const question = { ...game.setup, ...line, format: "pgn" as const, players: game.names ?? game.players.map(playerName), date: game.date || dateOf(game.created, "pgn"), ...(game.event && { event: game.event }) };
    texts.push((await desk.ask("record", { ...question, ...(game.decided && { decided: game.decided }) })).text);
  }
  return texts.join("");
}
