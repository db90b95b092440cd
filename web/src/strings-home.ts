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
  /** A guided game of a minute for every game (lib/guides.ts). */
  guides: {
    /** How the games of the raid family call their two kinds of moves in a sentence. */
    words: {
      wargame: { drop: "drop", raid: "blitz" },
      squirrels: { drop: "sneak", raid: "raid" },
      stakeraid: { drop: "stake", raid: "raid" },
    } as Record<string, { drop: string; raid: string } | undefined>,
    raid: {
      first: (player: string) => `You are ${player}. Every square is worth the number on it. Take the 9: press it.`,
      firstDone: (drop: string) => `That was a ${drop}: a piece on any empty square. You hold 9 points.`,
      second: (enemy: string) => `${enemy} took the 8. Play beside your own piece and beside theirs: press the 6 or the 7.`,
      secondDone: (raid: string) =>
        `That was a ${raid}. A piece placed beside one of your own takes every enemy piece that touches it, up, down, left or right. The 8 is yours now, and so is the square you played.`,
      choice: "You may also stake there and take nothing; then you are asked which you mean.",
      third: (raid: string) => `One ${raid} can take several pieces. Which square touches yours and two of theirs?`,
      thirdDone: "Nothing is safe while there is an empty square beside it. When the board is full, more points win. That is the whole game.",
    },
    ataxx: {
      grow: "You are Black. A piece can grow into any of the eight squares around it. Press a square next to a black piece.",
      grown: "The piece doubled: you have one more than before.",
      turn: "Every white piece around the square where you arrive turns black. Grow beside the white piece in the middle.",
      turned: "It changed sides. All eight directions count, diagonals too.",
      jump: "A piece can also jump two squares; then it leaves its place. Drag a black piece to the middle of the board, or press the piece and then the middle.",
      jumped: "It turned two pieces, but it did not double. When nobody can move any more, more pieces win. That is the whole game.",
      jumpedFar:
        "It turned two pieces, but it did not double. Here a piece may also jump three squares, up, down, left or right. When nobody can move any more, more pieces win. That is the whole game.",
    },
  },
  about: "Everything runs in your browser, also without a network. Games stay on this device unless you share their link.",
};

export type English = typeof english;
export const homeStrings = spoken("home", english);
