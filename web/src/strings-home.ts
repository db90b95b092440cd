// Every word of the page that a first visitor sees.

import { spoken } from "./language.svelte.ts";

export const english = {
  lead: "Five games of taking squares. A minute is enough to learn one; the computer plays at every strength, and explains how it thinks.",
  guide: "Learn it",
  playGame: (game: string) => `Play ${game}`,
  guideTo: (game: string) => `Learn ${game} in a minute`,
  guideStep: (game: string, step: number, all: number) => `${game}, step ${step} of ${all}`,
  notThat: "Not quite.",
  /** Why a move is not the one that was asked for. */
  misses: {
    value: "That is another square.",
    apart: "That square touches none of your own pieces, so nothing would turn.",
    few: (turned: number) => (turned === 0 ? "That square touches none of theirs, so nothing would turn." : `That turns only ${turned}.`),
    kind: { clone: "That was a jump: its old place is empty now.", jump: "That was no jump: the piece stayed where it was." } as Record<string, string>,
  },
  score: (names: [string, string], scores: [number, number]) => `${names[0]} ${scores[0]} : ${scores[1]} ${names[1]}`,
  next: "Next",
  playNow: "Play a game",
  back: "All games",
  backToGame: "Back to the game",
  about: "Everything runs in your browser, also without a network. Games stay on this device unless you share their link.",
};

export type English = typeof english;
export const homeStrings = spoken("home", english);
