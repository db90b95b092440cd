// <foray-board game="wargame" board="Smolensk" moves="c3 d4">: a board with its game to step through, and the engine's view of it, for any
// page. Attributes: game, board, start, raid, moves (separated by spaces or commas), ply (what is shown first; the end where nothing is said),
// theme (light, dark; else as the visitor prefers), analyse (the engine thinks as soon as the board is seen). The event `ply` says what is
// shown. All boards of a page share one worker, which starts when the first is connected.
import { Foray } from "./browser.ts";
import type { RaidRule } from "./contract.ts";
import { drawControls, drawKnowledge, drawMoves, type Controls } from "./element-parts.ts";
import { elementStyle } from "./element-style.ts";
import type { Position } from "./position.ts";

let shared: Promise<Foray> | undefined;
let from: string | URL | undefined;

/** Where the module lies, if not beside the code; to be said before the first board is on the page. */
export function loadFrom(place: string | URL): void {
  from = place;
}

const foray = () => (shared ??= Foray.load(from === undefined ? {} : { from }));
const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "");

export class ForayBoard extends HTMLElement {
  static readonly observedAttributes = ["game", "board", "start", "raid", "moves", "ply", "theme", "analyse"];

  readonly #root = this.attachShadow({ mode: "open" });
  readonly #picture = document.createElement("div");
  readonly #text = document.createElement("p");
  readonly #controls: Controls = drawControls((ply) => this.show(ply), () => this.toggleAttribute("analyse"));
  readonly #known = document.createElement("div");
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  /** At its end, whatever is shown. */
  #line: Position | undefined;
  #ply = 0;
  #changes = 0;
  #search: AbortController | undefined;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(elementStyle);
    this.#root.adoptedStyleSheets = [sheet];
    this.#picture.className = "board";
    this.#text.className = "says";
    this.#text.setAttribute("role", "status");
    this.#known.className = "known";
    this.#root.append(this.#picture, this.#controls.bar, this.#text, this.#controls.list, this.#known);
    this.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      this.show(this.#ply + step);
    });
  }

  /** How many moves of the line are shown. */
  get ply(): number {
    return this.#ply;
  }

  connectedCallback(): void {
    this.#dark.addEventListener("change", this.#redraw);
    void this.#open();
  }
  disconnectedCallback(): void {
    this.#dark.removeEventListener("change", this.#redraw);
    this.#search?.abort();
  }
  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.isConnected || before === now) return;
    if (name === "ply" && this.#line) this.show(Number(now ?? this.#line.moves.length));
    else if (name === "theme") this.#redraw();
    else if (name === "analyse") void this.#analyse();
    else void this.#open();
  }

  /** Shows the position after so many moves. */
  show(ply: number): void {
    if (!this.#line) return;
    const shown = Math.min(Math.max(Math.trunc(ply) || 0, 0), this.#line.moves.length);
    const moved = shown !== this.#ply;
    this.#ply = shown;
    this.#redraw();
    if (moved) this.dispatchEvent(new CustomEvent("ply", { detail: { ply: shown } }));
  }

  async #open(): Promise<void> {
    const change = ++this.#changes;
    this.#search?.abort();
    const attribute = (name: string) => this.getAttribute(name) ?? undefined;
    const [board, start, raid] = [attribute("board"), attribute("start"), attribute("raid") as RaidRule | undefined];
    try {
      const line = await (await foray()).game({
        game: attribute("game") ?? "wargame",
        ...(board === undefined ? {} : { board }),
        ...(start === undefined ? {} : { start }),
        ...(raid === undefined ? {} : { raid }),
        moves: words(attribute("moves") ?? ""),
      });
      if (change !== this.#changes) return;
      this.#line = line;
      this.#ply = -1;
      this.show(Number(attribute("ply") ?? line.moves.length));
    } catch (why) {
      if (change !== this.#changes) return;
      if (!this.#line) shared = undefined; // What could not be loaded is tried again by the next change.
      this.#line = undefined;
      this.#picture.replaceChildren();
      this.#controls.list.replaceChildren();
      this.#known.replaceChildren();
      this.#text.textContent = why instanceof Error ? why.message : String(why);
    }
  }

  readonly #redraw = (): void => {
    void this.#draw();
    void this.#analyse();
  };

  async #draw(): Promise<void> {
    const [line, ply] = [this.#line, this.#ply];
    if (!line) return;
    const asked = this.getAttribute("theme");
    const theme = asked === "light" || asked === "dark" ? asked : this.#dark.matches ? "dark" : "light";
    this.setAttribute("data-theme", theme);
    const svg = await line.svg({ ply, theme, size: 600 });
    const shown = await line.back(line.moves.length - ply);
    if (line !== this.#line || ply !== this.#ply) return;
    const picture = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
    const [first, second] = shown.scores;
    const says = `${ply === 0 ? "Start" : `Move ${ply}: ${line.moves[ply - 1]}`}. ${first} : ${second}${shown.over ? (shown.outcome === "draw" ? ", a draw" : `, the ${shown.outcome} player won`) : ""}`;
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", says);
    this.#picture.replaceChildren(picture);
    this.#text.textContent = says;
    this.#controls.at(ply, line.moves.length, this.hasAttribute("analyse"));
    drawMoves(this.#controls.list, line.moves, ply, (to) => this.show(to));
  }

  async #analyse(): Promise<void> {
    this.#search?.abort();
    this.#known.replaceChildren();
    const line = this.#line;
    if (!line) return;
    this.#controls.at(this.#ply, line.moves.length, this.hasAttribute("analyse"));
    if (!this.hasAttribute("analyse")) return;
    const search = new AbortController();
    this.#search = search;
    try {
      const position = await line.back(line.moves.length - this.#ply);
      if (search.signal.aborted || position.over) return;
      for await (const known of position.analyse({ ms: 3000, solve_ms: 3000, lines: 3, signal: search.signal })) {
        if (!search.signal.aborted) drawKnowledge(this.#known, known);
      }
    } catch (why) {
      if (!search.signal.aborted) this.#known.textContent = why instanceof Error ? why.message : String(why);
    }
  }
}

if (!customElements.get("foray-board")) customElements.define("foray-board", ForayBoard);
