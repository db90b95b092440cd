// Whom the visitor played last: the next game is against the same one.
import { human } from "./players.ts";

const key = "foray.opponent";

/** The computer among the players, if one side is a person and the other is not. */
export function noteOpponent(players: readonly [string, string]): void {
  const computers = players.filter((player) => player !== human);
  if (computers.length !== 1) return;
  try {
    localStorage.setItem(key, computers[0] as string);
  } catch {
    // A browser that keeps nothing begins with the usual one.
  }
}

export function lastOpponent(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
