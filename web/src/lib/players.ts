// Players as text: "human", or what the desk's question "choose" takes.
import type { PlayerInfo } from "../contract.ts";

export const human = "human";

export interface PlayerKind {
  key: string;
  needsDepth: boolean;
  meaning: string;
}

/** The textbook players among those that the desk knows; its engine is offered as levels instead. */
export function textbookKinds(players: PlayerInfo[]): PlayerKind[] {
  return players
    .map(({ syntax, meaning }) => ({ key: /^[a-z-]+/.exec(syntax)?.[0] ?? "", needsDepth: /:D\b/.test(syntax), meaning }))
    .filter(({ key }) => key !== "" && key !== "engine" && key !== human);
}

export interface PlayerParts {
  key: string;
  amount: number;
}

export const levelKey = "level";

export function splitPlayer(player: string): PlayerParts {
  const level = /^engine:level=(\d+)$/.exec(player);
  if (level) return { key: levelKey, amount: Number(level[1]) };
  const [key = human, amount] = player.split(":");
  return { key, amount: Number(amount) || 3 };
}

export function joinPlayer({ key, amount }: PlayerParts, kinds: PlayerKind[]): string {
  if (key === levelKey) return `engine:level=${amount}`;
  return kinds.find((kind) => kind.key === key)?.needsDepth ? `${key}:${amount}` : key;
}
