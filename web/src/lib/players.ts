// Players as text: "human", or what the desk's question "choose" takes.
import type { PlayerInfo } from "../contract.ts";

export const human = "human";
/** Whom one plays who has not said otherwise. */
export const usualOpponent = "engine:level=3";

export interface PlayerKind {
  key: string;
  needsDepth: boolean;
  /** Whether its evaluation and its order of moves can be chosen. */
  hasManner: boolean;
  meaning: string;
}

/** The textbook players among those that the desk knows; its engine is offered as levels instead. */
export function textbookKinds(players: PlayerInfo[]): PlayerKind[] {
  return players
    .map(({ syntax, meaning }) => ({ key: /^[a-z-]+/.exec(syntax)?.[0] ?? "", needsDepth: /:D\b/.test(syntax), hasManner: syntax === "minimax:D" || syntax === "alphabeta:D", meaning }))
    .filter(({ key }) => key !== "" && key !== "engine" && key !== human);
}

/** How a textbook player judges leaves and in which order it tries moves. */
export interface Manner {
  evaluation: string;
  order: string;
}

export const usualManner: Manner = { evaluation: "score", order: "positional" };

export interface PlayerParts {
  key: string;
  amount: number;
  manner: Manner;
}

export const levelKey = "level";

export function splitPlayer(player: string): PlayerParts {
  const level = /^engine:level=(\d+)(,seed=\d+)?$/.exec(player);
  if (level) return { key: levelKey, amount: Number(level[1]), manner: usualManner };
  const [key = human, rest = ""] = player.split(":");
  const [amount, ...settings] = rest.split(",");
  const given = new Map(settings.map((one) => one.split("=") as [string, string]));
  return {
    key,
    amount: Number(amount) || 3,
    manner: { evaluation: given.get("eval") ?? usualManner.evaluation, order: given.get("order") ?? usualManner.order },
  };
}

export function joinPlayer({ key, amount, manner }: PlayerParts, kinds: PlayerKind[]): string {
  if (key === levelKey) return `engine:level=${amount}`;
  const kind = kinds.find((one) => one.key === key);
  if (!kind?.needsDepth) return key;
  const evaluation = kind.hasManner && manner.evaluation !== usualManner.evaluation ? `,eval=${manner.evaluation}` : "";
  const order = kind.hasManner && manner.order !== usualManner.order ? `,order=${manner.order}` : "";
  return `${key}:${amount}${evaluation}${order}`;
}

/** Levels and the player that plays anything take a seed: every game gets its own, unless it names one, so that no game can be repeated for ever. */
export function seeded(player: string, game: string): string {
  if (!/^(engine:level=\d+|random)$/.test(player)) return player;
  let seed = 2166136261;
  for (const letter of game) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619) >>> 0;
  return `${player}${player === "random" ? ":" : ","}seed=${seed || 1}`;
}
