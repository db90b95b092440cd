// Every word of the first screen; strings-later.ts has those of the parts that load when they are opened. Names of games, players and boards, rules and error messages come from the desk.
import type { LegalMove } from "./contract.ts";
import { spoken } from "./language.svelte.ts";
import { wording } from "./lib/wording.ts";

const { list, plural } = wording("en");

export const english = {
  name: "Foray",
  starting: "Setting up the board…",
  tabs: { play: "Play", analyse: "Analyse", learn: "Learn", puzzles: "Puzzles", games: "Games" },
  tabList: "What to do with the game",
  close: "Close",
  dismiss: "Dismiss",
  help: "Help",
  settings: "Settings",
  openOutside: "Open in Foray",
  fullScreen: "Full screen",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  allGames: "Foray: all games",
  /** What the window is called: the most telling first. */
  screenTitle: (...parts: string[]) => [...parts.filter((part) => part !== ""), "Foray"].join(" · "),
  example: (game: string) => `Example of ${game}`,
  level: "Level",
  depth: "Depth",
  looksAt: (node: string) => `The search looks at ${node}`,
  person: "You",
  somebody: "Player",
  noGameInLink: "it names no game",
  badPlayer: (why: string) => `Two people play, because ${why}.`,
  badLink: (why: string) => `The link could not be opened: ${why}`,

  engine: {
    restarted: "The engine had to be started again.",
    untaught: "What the engine has learned could not be loaded: it plays weaker until it can.",
  },

  board: {
    label: (game: string) => `Board of ${game}`,
    value: (value: number) => `value ${value}`,
    empty: "empty",
    blocked: "blocked",
    selected: "selected",
    lastMove: "last move",
    premove: "played next",
    captures: (names: string[]) => (names.length > 0 ? `captures ${list(names)}` : "captures nothing"),
    legal: "can be played",
    choose: "Which move?",
  },

  /** Games, sides and moves have names of their own; a language gives others where it needs them. */
  titles: {} as Record<string, string | undefined>,
  sides: { Blue: "Blue", Green: "Green", Black: "Black", White: "White" } as Record<string, string | undefined>,
  moveWords: {
    wargame: { place: "Commando Para Drop", raid: "M1 Death Blitz" },
    squirrels: { place: "Sneak", raid: "Raid" },
    stakeraid: { place: "Stake", raid: "Raid" },
  } as Record<string, { place: string; raid: string } | undefined>,

  kinds: { place: "Drop", raid: "Raid", clone: "Clone", jump: "Jump", pass: "Pass" } satisfies Record<LegalMove["kind"], string>,
  /** A move as it is read: only the pass has no squares. */
  moveText: (move: string) => (move === "0000" ? "pass" : move),
  jumpFrom: (name: string) => `Jump from ${name}`,
  takes: (count: number) => `takes ${count}`,

  play: {
    newGame: "New game",
    newShort: "New",
    undo: "Undo",
    redo: "Redo",
    hint: "Hint",
    resign: "Resign",
    rematch: "Rematch",
    flip: "Flip",
    resume: "Continue",
    pause: "Pause",
    pass: "Pass",
    toMove: (player: string) => `${player} to move`,
    thinks: (player: string) => `${player} is thinking…`,
    wins: (player: string) => `${player} wins`,
    ended: (result: string, scores: [number, number]) => `${result}, ${scores[0]} to ${scores[1]}.`,
    by: (points: number) => `by ${points}`,
    draw: "A draw",
    reasons: {
      resignation: "by resignation",
      time: "on time",
      "illegal move": "by an illegal move",
      adjudication: "by adjudication",
      crash: "after a crash",
      "no answer": "without an answer",
      disconnected: "after a lost connection",
    },
    /** How the rules ended a game. */
    endings: {
      "board full": "board full",
      "no pieces left": "no pieces left",
      "nobody can move": "nobody can move",
      "turn limit": "turn limit",
      "no clone for too long": "no clone for too long",
    } as Record<string, string | undefined>,
    score: (names: [string, string], scores: [number, number]) => `${names[0]} ${scores[0]}, ${names[1]} ${scores[1]}.`,
    resigned: (player: string) => `${player} resigns.`,
    lookingBack: "Looking back",
    variation: "Side line",
    twoTabs: "This game went on in another tab. Here it goes on as a game of its own; both are under Games.",
    notKept: "This browser keeps no games now. Save under Games what you want to see again.",
    flagFell: "Time is up.",
    moved: (player: string, move: string, captured: number): string =>
      `${player}: ${english.moveText(move)}${captured > 0 ? `, captures ${plural(captured, { one: "# piece", other: "# pieces" })}` : ""}.`,
    cannotGoOn: (player: string, why: string) => `${player} cannot go on: ${why}. The game waits; press Continue to try again.`,
    replaced: (player: string, other: string, why: string) => `${player} cannot play here: ${why}. ${other} plays on.`,
    boardFull: "board full",
    pointsLeft: (points: number) => `${plural(points, { one: "# point", other: "# points" })} left`,
    enough: (points: number) => `${points} wins`,
    leads: (player: string, by: number) => `${player} leads by ${by}`,
    level: "level",
    counts: "One try that counts: no hints, and nothing is taken back.",
    hinting: "Looking for a hint…",
    hintIs: (move: string): string => `Hint: ${english.moveText(move)}`,
    actions: "Game actions",
    resignSure: "Resign this game?",
    cancel: "Cancel",
    rules: "Rules",
    typed: "Type a move",
    typedHelp: (example: string) => `such as ${example}`,
    notPlayable: (move: string) => `${move} cannot be played here.`,
    over: "The game is over",
    leadCurve: "The lead over the game",
  },

  /** The rules in plain words. */
  rules: {
    wargame: {
      short: "Take squares for their points. A piece placed beside your own is a blitz: every enemy it touches becomes yours.",
      long: "Put a piece on any empty square. If the square touches one of your own pieces (not diagonally), it is a blitz: every enemy piece that touches it becomes yours. Nobody passes. When the board is full, add up the numbers under your pieces: more points win, as many are a draw.",
    },
    squirrels: {
      short: "Two squirrels after acorns. A mark beside your own is a raid: every enemy mark it touches becomes yours.",
      long: "Put your mark on any empty square. If it touches a mark of your own (not diagonally), it is a raid: every enemy mark that touches it becomes yours. Nobody passes. When the board is full, more points win, as many are a draw.",
    },
    stakeraid: {
      short: "Stake any square. Beside your own you may raid: every enemy mark that touches it becomes yours.",
      long: "Stake any empty square. If it touches a square of your own (not diagonally) you may raid instead: every enemy mark that touches it becomes yours. Nobody passes. When the board is full, more points win, as many are a draw.",
    },
    reloaded: {
      short: "Grow into the squares around you, or jump far; enemies around where you arrive become yours.",
      long: "A piece grows into one of the eight squares around it, or jumps: two squares in any of the eight directions, or three straight, leaving its place. All enemy pieces around the square where it arrives turn. Whoever cannot move passes. When nobody can move, the board is full, one side has no piece left, or both have had 100 turns, more pieces win, as many are a draw.",
    },
    ataxx: {
      short: "The classic: grow by one square, or jump by two; enemies around where you arrive become yours.",
      long: "A piece grows into one of the eight squares around it, or jumps two squares, leaving its place. All enemy pieces around the square where it arrives turn. Whoever cannot move passes. When nobody can move, the board is full or one side has no piece left, more pieces win, as many are a draw. After 100 moves in a row without a piece more (jumps and passes) it is a draw.",
    },
  } as Record<string, { short: string; long: string } | undefined>,

  /** The levels of the engine, the weakest first. */
  opponents: [
    { name: "Scout", about: "sees one move, and mostly looks away" },
    { name: "Ranger", about: "sees one move, and often looks away" },
    { name: "Sergeant", about: "sees one move, and errs now and then" },
    { name: "Captain", about: "errs rarely" },
    { name: "Major", about: "thinks a little ahead" },
    { name: "Colonel", about: "looks at hundreds of positions" },
    { name: "General", about: "looks at thousands of positions" },
    { name: "Marshal", about: "looks at half a million positions" },
  ],
  beginner: { name: "Kitten", about: "plays anything" },

  /** Textbook players in plain words. */
  textbook: {
    random: { name: "Kitten", about: "Plays anything." },
    greedy: { name: "Greedy", about: "Takes whatever brings the most points at once." },
    minimax: { name: "Minimax", about: "Looks at every line of play to its depth, as the first chapter of a textbook has it." },
    alphabeta: { name: "Alpha-beta", about: "Finds the same move as minimax, and skips what cannot matter." },
    toaster: { name: "Frakking Toaster", about: "A contest program of old: two moves deep, fond of corners and company." },
    "report-mm": { name: "2015 report, minimax", about: "The student program of the 2015 report, with its famous bug: it thinks that it moves twice." },
    "report-ab": { name: "2015 report, alpha-beta", about: "The same program with alpha-beta." },
    mirror: { name: "Mirror", about: "Answers every square with its mirror image. As second player it never loses on a board that is the same on both sides." },
  } as Record<string, { name: string; about: string } | undefined>,

  moves: {
    comment: "Comment",
    backToGame: "Back to the game",
    playFromHere: "Play on from here",
    removeVariation: "Remove",
    proved: (value: string) => `${value} proved`,
    seconds: (seconds: string) => `${seconds} s`,
  },

  sharing: {
    copied: "Link copied.",
    copyFailed: "Copy the address of this page: it holds the whole game.",
  },
};

export type English = typeof english;
export const strings = spoken("first", english);
