// What players are called on the page.
import { beginner, opponentOf } from "../lib/opponents.ts";
import { human, levelKey, splitPlayer } from "../lib/players.ts";
import { strings } from "../strings.ts";

export function playerName(player: string): string {
  const { key, amount } = splitPlayer(player);
  if (key === human) return strings.person;
  if (key === levelKey) return opponentOf(amount)?.name ?? `${strings.level} ${amount}`;
  if (player === beginner.player) return beginner.name;
  const words = strings.textbook[key];
  return words ? `${words.name}${player.includes(":") ? `, ${strings.depth.toLowerCase()} ${amount}` : ""}` : player.replace(":", " ");
}
