// Values as people read them.
import { language } from "../language.svelte.ts";

/** At most one digit after the point, none for large values; a real minus sign. */
export function valueText(value: number): string {
  const digits = Math.abs(value) >= 20 ? 0 : 1;
  const text = language.number(Math.abs(value), digits);
  return value < 0 && text !== "0" ? `−${text}` : text;
}

export function signedText(value: number): string {
  const text = valueText(value);
  return text.startsWith("−") || text === "0" ? text : `+${text}`;
}

/** `1.2 M`, `34 k`, `567`. */
export function countText(count: number): string {
  if (count >= 1e6) return `${language.number(count / 1e6, 1)} M`;
  if (count >= 1e4) return `${language.number(count / 1e3)} k`;
  return language.number(count);
}

/** Where an evaluation bar stands: 0.5 is even, the ends are all there is to win. Small leads move it most. */
export function barShare(value: number, allPoints: number): number {
  const scale = Math.max(allPoints, 1) / 4;
  return 0.5 + Math.atan(value / scale) / Math.PI;
}
