// What goes wrong where nobody waits for it: the engine's workers, and promises that nobody looks at. It is news for the visitor.
import { notices } from "./notices.svelte.ts";
import { strings } from "../strings.ts";
import { Cancelled, listenForTrouble } from "../wasm/client.ts";

export function watchForTrouble(): void {
  listenForTrouble((what) => notices.tell(strings.engine[what]));
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    // What was given up on purpose is no news.
    if (!(event.reason instanceof Cancelled)) notices.error(event.reason);
  });
}
