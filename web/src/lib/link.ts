// A whole game in the hash of an address, readable and free of escapes for the usual case:
//   #g=wargame&b=Smolensk&m=c3.d4.e2&p=human~engine:level=3&n=2&t=analyse
// Spaces of boards and positions become "_", which neither contains.
import type { Decided, RaidRule, Setup } from "../contract.ts";

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
}

const endings: readonly Decided[] = (["first", "second"] as const).flatMap((outcome) =>
  (["resignation", "time"] as const).map((reason) => ({ outcome, reason })),
);
const raids: readonly RaidRule[] = ["mandatory", "optional"];

function pack(text: string): string {
  return encodeURIComponent(text.replaceAll(" ", "_")).replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=");
}

function unpack(text: string): string {
  return decodeURIComponent(text).replaceAll("_", " ");
}

export function encodeLink(link: LinkedGame): string {
  const { setup, moves, ply, players, decided, tab } = link;
  const parts = [`g=${setup.game}`];
  if (setup.raid) parts.push(`r=${setup.raid}`);
  if (setup.board) parts.push(`b=${pack(setup.board)}`);
  if (setup.start) parts.push(`s=${pack(setup.start)}`);
  if (moves.length > 0) parts.push(`m=${pack(moves.join("."))}`);
  if (players) parts.push(`p=${players.map(pack).join("~")}`);
  if (decided) parts.push(`e=${decided.outcome}.${decided.reason}`);
  if (ply !== undefined && ply !== moves.length) parts.push(`n=${ply}`);
  if (tab && tab !== "play") parts.push(`t=${tab}`);
  return `#${parts.join("&")}`;
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
  const decided = endings.find(({ outcome, reason }) => `${outcome}.${reason}` === fields.get("e"));
  const ply = Number.parseInt(fields.get("n") ?? "", 10);
  return {
    setup: { game, ...(raid && { raid }), ...(board && { board }), ...(start && { start }) },
    moves,
    ...(names.length === 2 && first && second && { players: [first, second] }),
    ...(decided && { decided }),
    ...(ply >= 0 && ply < moves.length && { ply }),
    ...(tab && { tab }),
  };
}
