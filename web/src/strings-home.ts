// Every word of the page that a first visitor sees.

import { spoken } from "./language.svelte.ts";
import { wording } from "./lib/wording.ts";

const { plural } = wording("en");

export const english = {
  headline: ["Take squares.", "Turn enemies."] as string[],
  lead: "Five small board games about taking ground. A minute to learn; an opponent of any strength, who explains every move.",
  against: (name: string) => `against ${name}`,
  gamesTitle: "Five games",
  tryIt: (player: string) => `${player} to move: press a square.`,
  board: "A board to try",
  continue: "Continue",
  moveNumber: (move: number, yours: boolean) => (yours ? `Move ${move} · your turn` : `Move ${move}`),
  course: "Course",
  courseAbout: "How a computer decides: searches to watch and to predict.",
  lessonsDone: (done: number, all: number) => `${done} of ${all} lessons`,
  puzzle: "Puzzle of the day",
  puzzleAbout: "One move is right, and it is proved.",
  solvedToday: "Solved today",
  repeat: "Repeat",
  repeatAbout: "Mistakes of yours that are due today.",
  due: (count: number) => plural(count, { one: "# position", other: "# positions" }),
  ladder: "The ladder",
  ladderAbout: "Beat one to challenge the next.",
  challenge: (name: string) => `Challenge ${name}`,
  locked: (name: string) => `${name}, locked: beat the one before`,
  tally: (won: number, drawn: number, lost: number) => (won + drawn + lost === 0 ? "not met yet" : `${won} won, ${drawn} drawn, ${lost} lost`),
  rating: (rating: number) => `rating ${rating}`,
  sizes: { wargame: "6 × 6 · 4 min", squirrels: "5 × 5 · 3 min", stakeraid: "any size · 4 min", reloaded: "7 × 7 · 6 min", ataxx: "7 × 7 · 6 min" } as Record<string, string>,
  guide: "Learn it in a minute",
  guideShort: "Learn it",
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
  /** The board of the day, wherever it is spoken of. */
  today: {
    title: "Board of the day",
    about: "The same board and opponent for everybody. One try counts.",
    notPlayed: "Not played yet",
    against: (game: string, name: string) => `${game} against ${name}`,
    play: "Play today's board",
    goOn: "Go on",
    look: "Look at it",
    won: (margin: number) => `Won by ${margin}`,
    lost: (margin: number) => `Lost by ${margin}`,
    lostEarly: "Lost",
    drawn: "A draw",
    par: (par: string) => `Par: ${par}`,
    parAbout: "what the strongest engine got in your place",
    parWorking: "The strongest engine plays it now…",
    overPar: (by: number) => (by === 0 ? "Exactly par." : by > 0 ? `${by} better than par.` : `${-by} behind par.`),
    streak: (days: number) => `${plural(days, { one: "# day", other: "# days" })} in a row`,
    best: (days: number) => `best: ${days}`,
    share: "Share",
    copied: "Copied: paste it anywhere.",
    copyFailed: "This browser does not let the page copy. The line is:",
    calendar: "Calendar",
    weekdays: ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] as string[],
    earlier: "Month before",
    later: "Month after",
    dayPlayed: (day: string, result: string) => `${day}: ${result}`,
    dayOpen: (day: string) => `${day}: not played`,
    past: "Boards of days gone by can still be played; the streak counts only what was played on its day.",
  },
};

export type English = typeof english;
export const homeStrings = spoken("home", english);
export const todayStrings = homeStrings.today;
