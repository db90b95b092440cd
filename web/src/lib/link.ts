// A whole game in the hash of an address, readable and free of escapes for the usual case:
//   #g=wargame&b=Smolensk&m=c3.d4.e2&p=human~engine:level=3&n=2&t=analyse
// Spaces of boards and positions become "_", which neither contains. On Learn the search or the lesson follows, and the step:
//   &t=learn&a=alphabeta.2.best&k=17    &t=learn&l=horizon&k=9
import type { Decided, RaidRule, Setup } from "../contract.ts";
import { strings } from "../strings.ts";

/** A place in the course: a lesson, or a search of the shown position. */
export interface LearnPlace {
  lesson?: string;
  algorithm?: "minimax" | "alphabeta";
  depth?: number;
  ordered?: boolean;
  step?: number;
}

export interface LinkedGame {
  setup: Setup;
  moves: string[];
  /** The ply to show; the last where it is missing. */
  ply?: number;
  players?: [string, string];
  /** How the game ended where the rules did not end it. */
  decided?: Decided;
  /** What to do with the game; playing where it is missing. */
  tab?: string;
  learn?: LearnPlace;
}

const outcomes = ["first", "second", "draw"] as const;
const reasons = Object.keys(strings.play.reasons) as Decided["reason"][];
const raids: readonly RaidRule[] = ["mandatory", "optional"];

function pack(text: string): string {
  return encodeURIComponent(text.replaceAll(" ", "_")).replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=");
}

function unpack(text: string): string {
  return decodeURIComponent(text).replaceAll("_", " ");
}

export function encodeLink(link: LinkedGame): string {
  const { setup, moves, ply, players, decided, tab, learn } = link;
  const parts = [`g=${setup.game}`];
  if (setup.raid) parts.push(`r=${setup.raid}`);
  if (setup.board) parts.push(`b=${pack(setup.board)}`);
  if (setup.start) parts.push(`s=${pack(setup.start)}`);
  if (moves.length > 0) parts.push(`m=${pack(moves.join("."))}`);
  if (players) parts.push(`p=${players.map(pack).join("~")}`);
  if (decided) parts.push(`e=${decided.outcome}.${pack(decided.reason)}`);
  if (ply !== undefined && ply !== moves.length) parts.push(`n=${ply}`);
  if (tab && tab !== "play") parts.push(`t=${tab}`);
  if (tab === "learn" && learn?.lesson) parts.push(`l=${pack(learn.lesson)}`);
  else if (tab === "learn" && learn?.algorithm) parts.push(`a=${learn.algorithm}.${learn.depth ?? 2}${learn.ordered ? ".best" : ""}`);
  if (tab === "learn" && learn?.step) parts.push(`k=${learn.step}`);
  return `#${parts.join("&")}`;
}

function decodeLearn(fields: ReadonlyMap<string, string>): LearnPlace | null {
  const step = Number.parseInt(fields.get("k") ?? "", 10);
  const at = step > 0 ? { step } : {};
  const lesson = fields.get("l");
  if (lesson) return { lesson, ...at };
  const [, algorithm, depth, best] = /^(minimax|alphabeta)\.(\d{1,2})(\.best)?$/.exec(fields.get("a") ?? "") ?? [];
  if (!algorithm) return null;
  return { algorithm: algorithm as "minimax" | "alphabeta", depth: Number(depth), ...(best && { ordered: true }), ...at };
}

/** Null where the hash is no game: whether there is such a game and its moves are legal is for the desk to say. */
export function decodeLink(hash: string): LinkedGame | null {
  const fields = new Map<string, string>();
  try {
    for (const part of hash.replace(/^#/, "").split("&")) {
      const at = part.indexOf("=");
      if (at > 0) fields.set(part.slice(0, at), unpack(part.slice(at + 1)));
    }
  } catch {
    return null;
  }
  const game = fields.get("g");
  if (!game) return null;
  const tab = fields.get("t");
  const raid = raids.find((rule) => rule === fields.get("r"));
  const board = fields.get("b");
  const start = fields.get("s");
  const moves = (fields.get("m") ?? "").split(".").filter((move) => move !== "");
  const names = fields.get("p")?.split("~") ?? [];
  const [first, second] = names;
  const [outcome, reason] = (fields.get("e") ?? "").split(".");
  const decided = { outcome: outcomes.find((one) => one === outcome), reason: reasons.find((one) => one === reason) };
  const ply = Number.parseInt(fields.get("n") ?? "", 10);
  const learn = decodeLearn(fields);
  return {
    setup: { game, ...(raid && { raid }), ...(board && { board }), ...(start && { start }) },
    moves,
    ...(names.length === 2 && first && second && { players: [first, second] }),
    ...(decided.outcome && decided.reason && { decided: decided as Decided }),
    ...(ply >= 0 && ply < moves.length && { ply }),
    ...(tab && { tab }),
    ...(learn && { learn }),
  };
}
