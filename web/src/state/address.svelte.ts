// The address bar and the browser's Back. The hash holds the game that is shown, so that a copied link finds it anywhere; the history entry
// names the game in this browser's library, so that a reload and Back find it with its variations and its clock. Another game, another tab and the
// first page are new entries; moves are not. What lies over the page, a dialog, a guide or a lesson, is an entry too, so that a phone's Back
// closes it and nothing else; closing it by hand goes back.
import { notePlace, placeAt, pressedAfter } from "../lib/journal.ts";
import { decodeLink, encodeLink, type LinkedGame } from "../lib/link.ts";
import { human } from "../lib/players.ts";
import { strings } from "../strings.ts";
import { library } from "./library.svelte.ts";
import { match } from "./match.svelte.ts";
import { notices } from "./notices.svelte.ts";
import { asTree, session } from "./session.svelte.ts";
import { desk } from "../wasm/client.ts";
import { dialogs, tabs, view, type Tab } from "./view.svelte.ts";

interface Place {
  game: string;
  tab: Tab;
  /** The first page, before the game. */
  home?: true;
  /** What lies over the page, the lowest first. */
  layers?: string[];
  /** Over what, where that has an entry of its own. */
  under?: Place;
}

/** On the first page the game behind it is not where one is. */
const samePlace = (one: Place, other: Place) => one.home === other.home && (one.home === true || (one.game === other.game && one.tab === other.tab));

function layersNow(): string[] {
  const layers: string[] = [];
  if (view.home && view.guide) layers.push(`guide:${view.guide}`);
  const lesson = view.learnAsked ? view.learnAsked.lesson : view.learn?.lesson;
  if (!view.home && view.tab === "learn" && lesson) layers.push(`lesson:${lesson}`);
  if (view.dialog) layers.push(`dialog:${view.dialog}`);
  return layers;
}

const asTab = (text: string | undefined): Tab => tabs.find((tab) => tab === text) ?? "play";
const reasonOf = (why: unknown) => (why instanceof Error ? why.message : String(why));

class Address {
  /** While Back or Forward is being followed no entry is written. */
  travelling = $state(false);
  /** What closed itself has asked the browser to go back, which takes a moment. */
  #returning = false;

  hash = $derived(
    encodeLink({
      setup: session.setup,
      moves: session.moves,
      ply: session.ply,
      players: match.players,
      tab: view.tab,
      ...(view.learn && { learn: view.learn }),
      ...(session.decided && session.onGame && { decided: session.decided }),
    }),
  );

  /** The page itself, without a game. */
  get bare(): string {
    return this.#linkWith("", "");
  }

  /** For sharing: always the game that is shown, whatever was typed into the address bar. */
  get link(): string {
    return this.#linkWith("", this.hash);
  }

  /** A link to a step of a search or a lesson; to the view that other pages can show where `embedded`. */
  stepLink(step: number, embedded = false): string {
    const link = decodeLink(this.hash);
    return this.#linkWith(embedded ? "?embed" : "", link ? encodeLink({ ...link, learn: { ...view.learn, step } }) : this.hash);
  }

  #linkWith(search: string, hash: string): string {
    const url = new URL(location.href);
    url.search = search;
    url.hash = hash;
    return url.href;
  }

  /** Phones have a sheet for sharing; elsewhere the clipboard is what people expect. */
  async share(url = this.link): Promise<void> {
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: strings.name, url });
      else {
        await navigator.clipboard.writeText(url);
        notices.tell(strings.sharing.copied);
      }
    } catch (why) {
      if (!(why instanceof DOMException && why.name === "AbortError")) notices.tell(strings.sharing.copyFailed);
    }
  }

  /** Writes where the visitor is; called whenever that changes. */
  write(): void {
    if (this.#returning) return;
    const layers = layersNow();
    const before = history.state as Place | null;
    const layersBefore = before?.layers ?? [];
    const here: Place = {
      game: session.id,
      tab: view.tab,
      ...(view.home && { home: true as const }),
      ...(layers.length > 0 && { layers }),
    };
    const elsewhere = before !== null && !samePlace(before, here);
    const changed = before?.game !== here.game || this.hash !== location.hash || layers.join() !== layersBefore.join();
    const grown = layers.length > layersBefore.length;
    // A frame has no history of its own: what it adds would stand between the visitor and the page around it.
    if (before === null || view.embedded || layersBefore.length > 0) {
      if (before?.under && layers.length < layersBefore.length && samePlace(before.under, here)) {
        // What was opened over the page has an entry of its own, which goes with it.
        this.#returning = true;
        return history.back();
      }
      if (before && grown && !elsewhere && !view.embedded) history.pushState({ ...here, under: before }, "", this.hash);
      // Where it led elsewhere, that takes the place of its entry.
      else if (elsewhere || changed) history.replaceState({ ...here, ...(layers.length > 0 && before?.under && { under: before.under }) }, "", this.hash);
    } else if (elsewhere) history.pushState(here, "", this.hash);
    else if (grown) history.pushState({ ...here, under: before }, "", this.hash);
    else if (changed) history.replaceState(here, "", this.hash);
    if (!view.embedded) notePlace(this.hash, here);
  }

  /** Opens what the page was called with: an entry of the history, a link, or the game of last time. False where there is none of them. */
  async start(): Promise<boolean> {
    // A browser that was told to reload right after a move may have lost what belongs to the address.
    const place = (history.state as Place | null) ?? placeAt<Place>(location.hash);
    if (view.embedded) return location.hash.length > 1 && this.openHash();
    view.home = place?.home === true;
    this.#showLayers(place?.layers ?? []);
    if (place?.game && (await this.#openKept(place.game))) {
      view.tab = asTab(place.tab);
      view.learnAsked = decodeLink(location.hash)?.learn ?? null;
      return true;
    }
    if (location.hash.length > 1) return this.openHash(place?.game);
    const last = await library.last();
    if (!last) return false;
    try {
      await library.open(last);
      view.tab = asTab(last.tab);
      // A game that waits for nobody is no reason to begin there.
      view.home = last.outcome !== "ongoing" || last.decided !== null || last.live.length === 0;
      return true;
    } catch {
      return false;
    }
  }

  async #openKept(id: string): Promise<boolean> {
    try {
      const kept = await library.get(id);
      if (!kept) return false;
      await library.open(kept);
      return true;
    } catch {
      return false;
    }
  }

  /** `game` is the name of the game that the link stands for where the browser has not kept it: with another name Back would find it twice. */
  async openHash(game?: string): Promise<boolean> {
    const link = decodeLink(location.hash);
    try {
      if (!link) throw new Error(strings.noGameInLink);
      const players = await this.#playable(link);
      const current = link.ply === undefined ? undefined : link.moves.slice(0, link.ply);
      await session.open({ setup: link.setup, tree: asTree(link.moves), ...(current && { current }), decided: link.decided ?? null, linked: true, ...(game && { id: game }) });
      if (game) await session.advanceBy(pressedAfter({ id: game, live: link.moves }));
      match.setPlayers(players, null);
      // Whoever follows a link wants to look first.
      match.paused = link.moves.length > 0;
      view.tab = asTab(link.tab);
      view.learnAsked = link.learn ?? null;
      view.editing = false;
      return true;
    } catch (why) {
      notices.tell(strings.badLink(reasonOf(why)));
      return false;
    }
  }

  /** The players of a link: one that there is not, or that cannot play this game, is a person instead. */
  async #playable({ setup, players: named = [human, human] }: LinkedGame): Promise<[string, string]> {
    const computers = named.filter((player) => player !== human);
    if (computers.length === 0) return named;
    const { players } = await desk.ask("players", { ...setup, moves: [], players: computers });
    const wrong = new Map(players.flatMap(({ player, problem }) => (problem ? [[player, problem] as const] : [])));
    const [why] = [...wrong.values()];
    if (why) notices.tell(strings.badPlayer(why));
    return named.map((player) => (wrong.has(player) ? human : player)) as [string, string];
  }

  /** Opens and closes what lies over the page. */
  #showLayers(layers: string[]): void {
    const named = (kind: string) => layers.find((one) => one.startsWith(`${kind}:`))?.slice(kind.length + 1) ?? null;
    view.guide = named("guide");
    view.dialog = dialogs.find((one) => one === named("dialog")) ?? null;
    const lesson = named("lesson");
    if (lesson !== (view.learn?.lesson ?? null)) view.learnAsked = lesson ? { lesson } : {};
  }

  /** Back, Forward, or another hash typed into the address bar. */
  async travel(): Promise<void> {
    const place = history.state as Place | null;
    this.#returning = false;
    view.home = place?.home === true;
    this.travelling = true;
    this.#showLayers(place?.layers ?? []);
    try {
      await library.keep();
      if (!place) {
        if (location.hash !== this.hash) await this.openHash();
      } else {
        if (place.game !== session.id && !(await this.#openKept(place.game))) await this.openHash(place.game);
        view.tab = asTab(place.tab);
      }
    } finally {
      this.travelling = false;
    }
  }
}

export const address = new Address();
