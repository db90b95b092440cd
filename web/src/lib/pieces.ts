// How the pieces of a game look: as the names of its players say. Blue and Green are discs and chips of that colour, X and O are written on
// tiles, Black and White are stones. Who likes pictures better has paratroopers and tanks, and two families of squirrels.
export type PieceStyle = "colours" | "marks" | "stones" | "troops" | "squirrels";

export const pieceSets = ["plain", "pictures"] as const;
export type PieceSet = (typeof pieceSets)[number];

const pictures: Record<string, PieceStyle | undefined> = { wargame: "troops", squirrels: "squirrels" };

export function pieceStyle(players: readonly [string, string], game = "", set: PieceSet = "plain"): PieceStyle {
  const picture = set === "pictures" ? pictures[game] : undefined;
  if (picture) return picture;
  if (players[0] === "X") return "marks";
  return players[0] === "Black" ? "stones" : "colours";
}

/** Whether the value of a square has a pill of its own below the picture; discs have it in the middle. */
export const hasPill = (pieces: PieceStyle): boolean => pieces === "marks" || pieces === "troops" || pieces === "squirrels";
