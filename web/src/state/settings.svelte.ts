// What the visitor prefers, kept in the browser.

import type { PieceSet } from "../lib/pieces.ts";

export type Theme = "auto" | "light" | "dark";
/** Colours of squares and of pieces; app.css has them. */
export type BoardTheme = "sand" | "slate" | "meadow" | "plain";
export type PieceTheme = "calm" | "vivid";

const key = "foray.settings";
/** Whose view the values of an analysis are: always the first player's, or that of whoever is to move. */
export type Viewpoint = "first" | "mover";
/** `language`: a key of language.svelte.ts, or what the browser prefers. */
const defaults = { language: "auto", theme: "auto" as Theme, sound: true, confirmTap: false, values: true, viewpoint: "first" as Viewpoint, board: "sand" as BoardTheme, pieces: "calm" as PieceTheme, set: "plain" as PieceSet };

function stored(): typeof defaults {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<typeof defaults>) };
  } catch {
    return { ...defaults };
  }
}

export const settings = $state(stored());

export function keepSettings(): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** What is chosen in one tab holds in all of them. */
export function followSettings(): void {
  window.addEventListener("storage", (event) => {
    if (event.key === key) Object.assign(settings, stored());
  });
}

/** The theme in force, for pictures that are drawn elsewhere. */
export function themeInForce(): "light" | "dark" {
  if (settings.theme !== "auto") return settings.theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
