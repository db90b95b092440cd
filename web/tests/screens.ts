// Every screen of the page and how to get there: for the pictures, and for the check that everybody can use it.
import type { Page } from "playwright-core";

const game = "#g=wargame&b=Smolensk&m=a5.c6.b6.d5.a6.c5.b5.a3.b3.a2.b2.b1&p=human~human";
const over = "#g=wargame&b=random:7:4x4&m=a1.b1.c1.d1.a2.b2.c2.d2.a3.b3.c3.d3.a4.b4.c4.d4&p=human~human";
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

export interface Screen {
  hash: string;
  landing?: boolean;
  /** The whole page and not only what is in sight. */
  whole?: boolean;
  go?: (page: Page) => Promise<unknown>;
}

export const screens: Record<string, Screen> = {
  home: { hash: "", landing: true, whole: true },
  guide: { hash: "", landing: true, go: (page) => press(page, "Learn War Game in a minute") },
  guideend: {
    hash: "",
    landing: true,
    go: async (page) => {
      await press(page, "Learn War Game in a minute");
      await page.locator("[data-square=c2]").click();
      await press(page, "Next");
      await page.locator("[data-square=b2]").click();
      await page.getByText("That was a blitz.").waitFor();
    },
  },
  guideataxx: { hash: "", landing: true, go: (page) => press(page, "Learn Ataxx in a minute") },
  play: { hash: game },
  choosing: { hash: "#g=stakeraid&b=4x4&s=4/1x2/2o1/4_x_2&p=human~human", go: (page) => page.locator("[data-square=c2]").click() },
  resign: { hash: game, go: (page) => press(page, "Resign") },
  badlink: { hash: "#g=wargame&b=Smolensk&m=a5.a5", go: (page) => page.getByRole("alert").waitFor() },
  squirrels: { hash: "#g=squirrels&b=Kalamazoo&m=c3.c2.b2.d2.b3&p=human~human" },
  ataxx: { hash: "#g=ataxx&b=7x7&m=b6.f6.c5.e5&p=human~human" },
  huge: { hash: "#g=stakeraid&b=random:3:26x26&m=a1.b1&p=human~human" },
  over: { hash: over, whole: true },
  analyse: { hash: `${game}&t=analyse`, whole: true, go: (page) => page.locator("svg g.rank").first().waitFor() },
  review: { hash: `${over}&t=analyse`, whole: true, go: (page) => page.getByText(/% accurate/).first().waitFor() },
  heat: { hash: `${game}&t=analyse`, go: (page) => page.getByLabel("Heat map").check() },
  edit: { hash: `${game}&t=analyse`, go: (page) => press(page, "Edit position") },
  learn: {
    hash: "#g=squirrels&b=Kalamazoo&m=c3.c2.b2&p=human~human&t=learn",
    whole: true,
    go: async (page) => {
      await press(page, /^Search$/);
      await page.getByRole("application", { name: /Search tree/ }).waitFor();
      for (let step = 0; step < 4; step++) await page.getByLabel("Step forward").click();
    },
  },
  course: { hash: `${game}&t=learn`, whole: true, go: (page) => page.getByText("Minimax by hand").waitFor() },
  lesson: { hash: `${game}&t=learn&l=minimax&k=4`, whole: true, go: (page) => page.getByRole("group", { name: "Predict" }).waitFor() },
  lessons: { hash: `${game}&t=learn&l=alphabeta&k=20`, whole: true, go: (page) => page.getByRole("application").nth(1).waitFor() },
  embed: { hash: `?embed${game}&t=learn&l=horizon&k=9`, go: (page) => page.getByRole("application").nth(1).waitFor() },
  embedplay: { hash: `?embed${game}` },
  puzzles: { hash: `${game}&t=puzzles`, whole: true, go: (page) => page.getByText("to move: one move").waitFor() },
  games: {
    hash: game,
    whole: true,
    go: async (page) => {
      await page.locator("[data-square=f6]").click();
      await tab(page, "Games");
    },
  },
  puzzlemissed: {
    hash: `${game}&t=puzzles`,
    whole: true,
    go: async (page) => {
      await page.getByText("to move: one move").waitFor();
      await page.locator('[role=gridcell][aria-label*="can be played"]').first().click();
      await page.getByRole("group", { name: "Best play" }).or(page.getByRole("button", { name: "Try again" })).first().waitFor();
    },
  },
  setup: { hash: game, go: (page) => press(page, /^New/) },
  setupataxx: {
    hash: "#g=ataxx&b=7x7",
    go: (page) => press(page, /^New/),
  },
  settings: { hash: game, go: (page) => press(page, "Settings") },
  help: { hash: game, go: (page) => press(page, "Help") },
};
