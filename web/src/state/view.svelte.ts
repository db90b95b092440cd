// What is on the screen besides the game.

export type Tab = "play" | "analyse" | "learn" | "replay";
export type Dialog = "setup" | "settings" | "help" | null;

export const tabs: readonly Tab[] = ["play", "analyse", "learn", "replay"];

export const view = $state({
  tab: "play" as Tab,
  dialog: null as Dialog,
  flipped: false,
  /** The position editor replaces the game's board while it is open. */
  editing: false,
});
