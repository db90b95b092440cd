// What players are called on the page.
import { human, levelKey, splitPlayer } from "../lib/players.ts";
import { strings } from "../strings.ts";

export function playerName(player: string): string {
  const { key, amount } = splitPlayer(player);
  if (key === human) return strings.person;
  if (key === levelKey) return `${strings.setup.level} ${amount}`;
  return player.replace(":", " ");
}
