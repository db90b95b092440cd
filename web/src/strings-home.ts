// Every word of the page that a first visitor sees.

export const homeStrings = {
  lead: "Five games of taking squares. A minute is enough to learn one; the computer plays at every strength, and explains how it thinks.",
  guide: "Learn it",
  playGame: (game: string) => `Play ${game}`,
  guideTo: (game: string) => `Learn ${game} in a minute`,
  guideStep: (game: string, step: number, all: number) => `${game}, step ${step} of ${all}`,
  notThat: "Not quite.",
  next: "Next",
  playNow: "Play a game",
  back: "All games",
  backToGame: "Back to the game",
  about: "Everything runs in your browser, also without a network. Games stay on this device unless you share their link.",
};
