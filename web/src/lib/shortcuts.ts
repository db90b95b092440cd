// The keys that work anywhere on the page.
import { looking } from "../state/looking.svelte.ts";
import { match } from "../state/match.svelte.ts";
import { session } from "../state/session.svelte.ts";
import { view } from "../state/view.svelte.ts";

/** Only while the game is in sight: behind a puzzle, a lesson or the first page nobody would see what happens to it. */
const ofTheGame: Record<string, () => void> = {
  ArrowLeft: () => void session.step(-1),
  ArrowRight: () => void session.step(1),
  ",": () => void session.step(-1),
  ".": () => void session.step(1),
  Home: () => void session.goTo(0),
  End: () => void session.goTo(session.moves.length),
  u: () => void match.undo(),
  r: () => void match.redo(),
  h: () => void match.askHint(),
  m: () => document.querySelector<HTMLElement>("[data-typed]")?.focus(),
};

const everywhere: Record<string, () => void> = {
  f: () => (view.flipped = !view.flipped),
  n: () => (view.dialog = "setup"),
  "?": () => (view.dialog = "help"),
};

/** Whether the key belongs to the control that has the focus, or to the browser. */
export function taken({ ctrlKey, altKey, metaKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || view.dialog) return true;
  return target instanceof HTMLElement && target.closest("input, select, textarea, dialog, [role=tablist], [data-own-keys]") !== null;
}

export function shortcut(event: KeyboardEvent): void {
  if (taken(event)) return;
  const inSight = !view.home && !view.editing && !looking.at;
  const action = everywhere[event.key] ?? (inSight ? ofTheGame[event.key] : undefined);
  if (!action) return;
  event.preventDefault();
  action();
}
