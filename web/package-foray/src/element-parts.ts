// What stands around the board of <foray-board>.
import type { Knowledge } from "./contract.ts";

export interface Controls {
  bar: HTMLElement;
  list: HTMLElement;
  /** Shows where in the game one is. */
  at(ply: number, plies: number, analysing: boolean): void;
}

function button(label: string, sign: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = sign;
  made.setAttribute("aria-label", label);
  made.title = label;
  made.addEventListener("click", press);
  return made;
}

export function drawControls(show: (ply: number) => void, analyse: () => void): Controls {
  let [shown, last] = [0, 0];
  const bar = document.createElement("div");
  bar.className = "bar";
  const list = document.createElement("ol");
  list.className = "moves";
  const start = button("To the start", "«", () => show(0));
  const back = button("One move back", "‹", () => show(shown - 1));
  const on = button("One move on", "›", () => show(shown + 1));
  const end = button("To the end", "»", () => show(last));
  const thinks = button("Let the engine think", "Analyse", analyse);
  bar.append(start, back, on, end, thinks);
  return {
    bar,
    list,
    at(ply, plies, analysing) {
      [shown, last] = [ply, plies];
      // Not `disabled`: whoever steps to the end by keyboard would lose the focus.
      for (const one of [start, back]) one.setAttribute("aria-disabled", String(ply === 0));
      for (const one of [on, end]) one.setAttribute("aria-disabled", String(ply === plies));
      thinks.setAttribute("aria-pressed", String(analysing));
    },
  };
}

export function drawMoves(list: HTMLElement, moves: readonly string[], ply: number, show: (ply: number) => void): void {
  list.replaceChildren(
    ...moves.map((move, i) => {
      const item = document.createElement("li");
      const one = button(`Move ${i + 1}: ${move}`, move, () => show(i + 1));
      if (i + 1 === ply) one.setAttribute("aria-current", "step");
      item.append(one);
      return item;
    }),
  );
}

/** Estimates are shown to a tenth, exact values have no fraction. */
function signed(value: number): string {
  const text = Number.isInteger(value) ? String(value) : value.toFixed(1);
  return value > 0 ? `+${text}` : text.replace("-", "−");
}

export function drawKnowledge(place: HTMLElement, known: Knowledge): void {
  const head = document.createElement("p");
  head.textContent = `For the side to move ${signed(known.value)}, ${known.exact ? "proved" : `${known.depth} plies, ${known.nodes.toLocaleString("en")} positions`}`;
  const lines = document.createElement("ol");
  for (const one of known.moves) {
    const line = document.createElement("li");
    line.textContent = `${signed(one.value)}  ${one.line.length > 0 ? one.line.slice(0, 8).join(" ") : one.move}`;
    lines.append(line);
  }
  place.replaceChildren(head, lines);
}
