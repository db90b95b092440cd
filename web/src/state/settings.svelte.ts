// What the visitor prefers, kept in the browser.

export type Theme = "auto" | "light" | "dark";

const key = "foray.settings";
const defaults = { theme: "auto" as Theme, sound: false, confirmTap: false, values: true };

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

/** The theme in force, for pictures that are drawn elsewhere. */
export function themeInForce(): "light" | "dark" {
  if (settings.theme !== "auto") return settings.theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
