// What is on the screen besides the game.
import type { LearnPlace } from "../lib/link.ts";
import { strings } from "../strings.ts";

/** The panels beside the board; `ui/panels.ts` says what is behind each. */
export type Tab = keyof typeof strings.tabs;
export const dialogs = ["setup", "settings", "help", "today"] as const;
export type Dialog = (typeof dialogs)[number] | null;

export const tabs = Object.keys(strings.tabs) as readonly Tab[];

export const view = $state({
  tab: "play" as Tab,
  dialog: null as Dialog,
  /** The landing page instead of the table. */
  home: false,
  /** The game whose guide is open on the landing page. */
  guide: null as string | null,
  flipped: false,
  /** The position editor replaces the game's board while it is open. */
  editing: false,
  /** The visitor has just resigned. */
  resigned: false,
  /** What Learn shows, and what it has been asked to show by a link. */
  learn: null as LearnPlace | null,
  learnAsked: null as LearnPlace | null,
  /** Inside somebody else's page (`?embed`): the board and what belongs to it, and nothing is kept. */
  embedded: new URLSearchParams(location.search).has("embed"),
});

/** The board comes into sight and has the focus: after a dialog or a question that has gone. */
export function focusBoard(): void {
  scrollTo(0, 0);
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus({ preventScroll: true }));
}
