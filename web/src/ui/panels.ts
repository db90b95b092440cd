// The panels beside the board. A new one is a component, its line here, and its word in strings.ts.
import type { Component } from "svelte";
import type { Tab } from "../state/view.svelte.ts";
import type { IconName } from "./Icon.svelte";

export const panels: Record<Tab, { icon: IconName; load?: () => Promise<{ default: Component }> }> = {
  play: { icon: "board" }, // there from the start
  analyse: { icon: "analyse", load: () => import("./AnalysePanel.svelte") },
  learn: { icon: "learn", load: () => import("./LearnPanel.svelte") },
  puzzles: { icon: "puzzle", load: () => import("./PuzzlePanel.svelte") },
  games: { icon: "file", load: () => import("./GamesPanel.svelte") },
};
