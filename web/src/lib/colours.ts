// Colours of the style sheet for drawing on a canvas: custom properties are only resolved on an element.

export function themeColours<Name extends string>(names: readonly Name[]): Record<Name, string> {
  const probe = document.createElement("span");
  // A colour that is just beginning a transition reads as the one before it.
  probe.style.setProperty("transition", "none", "important");
  document.body.append(probe);
  const found = {} as Record<Name, string>;
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    found[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return found;
}

/** Calls back now and whenever the colours change, because of the system or of the visitor. */
export function onThemeChange(redraw: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const watcher = new MutationObserver(redraw);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  system.addEventListener("change", redraw);
  redraw();
  return () => {
    watcher.disconnect();
    system.removeEventListener("change", redraw);
  };
}
