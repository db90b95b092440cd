// Every screen in both themes, as those find it who do not see it well or at all.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "vitest";
import { screens } from "../screens.ts";
import { open } from "./site.ts";

/** What differs from another screen in the position alone. */
const alike = ["squirrels", "ataxx", "heat", "guide", "guideataxx", "setupataxx", "embedplay", "puzzles", "huge"];

test.each(Object.entries(screens).filter(([name]) => !alike.includes(name)))("%s has no violation, light or dark", async (_name, screen) => {
  // Nothing moves meanwhile: a colour on its way to another is neither.
  const { page, troubles, close } = await open(screen.hash, { reducedMotion: "reduce", colorScheme: "light", ...(screen.landing && { landing: true }) });
  await screen.go?.(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // The theme changes colours and nothing else.
    const axe = new AxeBuilder({ page });
    const { violations } = await (colorScheme === "light" ? axe : axe.withRules(["color-contrast"])).analyze();
    expect(violations.map((one) => `${colorScheme}: ${one.id} ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual([]);
  }
  expect(troubles).toEqual([]);
  await close();
});
