// Keeps the page for visits without a network.

/** Long enough for the first game to be on the board: keeping files for later must not compete with it. */
const patienceMs = 1000;

export function keepForOffline(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  // Browsers refuse service workers on some pages (private windows, plain http); the page works without.
  setTimeout(() => void navigator.serviceWorker.register("./sw.js", { scope: "./" }).catch(() => undefined), patienceMs);
}
