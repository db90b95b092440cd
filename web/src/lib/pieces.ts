// How the pieces of a game look: as the names of its players say. Blue and Green are discs and rings of that colour, X and O are written,
// Black and White are stones.
export type PieceStyle = "colours" | "marks" | "stones";

export function pieceStyle(players: readonly [string, string]): PieceStyle {
  if (players[0] === "X") return "marks";
  return players[0] === "Black" ? "stones" : "colours";
}
