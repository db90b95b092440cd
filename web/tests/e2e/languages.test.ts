// The page in other languages: what the browser prefers, what the visitor chooses, and that it is remembered.
import { expect, test } from "vitest";
import { open } from "./site.ts";

const game = "#g=wargame&b=Smolensk&m=c3.d4&p=human~human&t=play";

test("the page speaks what the browser prefers", async () => {
  const { page, troubles, close } = await open(game, { locale: "de-AT" });
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
  await page.getByRole("tab", { name: "Spielen" }).waitFor();
  await page.getByText("Blau ist am Zug").first().waitFor();
  expect(troubles).toEqual([]);
  await close();
});

test("a chosen language is spoken at once, in parts that load later too, and after a reload", async () => {
  const { page, troubles, close } = await open(game);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Language").selectOption("de");
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Analyse" }).click();
  await page.getByRole("heading", { name: "Beste Varianten" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Beste Varianten" }).waitFor();
  expect(await page.title()).toContain("Analyse");
  await page.getByRole("button", { name: "Einstellungen" }).click();
  await page.getByLabel("Sprache").selectOption("en");
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  expect(troubles).toEqual([]);
  await close();
});
