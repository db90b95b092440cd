// Pictures of every screen at three sizes in both themes, for eyes: SHOTS=play,learn picks some, SIZES=phone picks a size. They go to shots/.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, openPage } from "../e2e/browser.ts";
import { serveDist, type Served } from "../e2e/server.ts";
import { screens } from "../screens.ts";

const folder = resolve(import.meta.dirname, "../../shots");
const sizes = { desk: { width: 1440, height: 900 }, tablet: { width: 820, height: 1180 }, phone: { width: 390, height: 844 } };
const themes = ["light", "dark"] as const;
const picked = (name: string, list: string | undefined) => !list || list.split(",").includes(name);

let browser: Browser;
let served: Served;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  [browser, served] = await Promise.all([launch(), serveDist()]);
});
afterAll(async () => {
  await browser.close();
  await served.close();
});

for (const [name, screen] of Object.entries(screens).filter(([one]) => picked(one, process.env["SHOTS"]))) {
  for (const [size, viewport] of Object.entries(sizes).filter(([one]) => picked(one, process.env["SIZES"]))) {
    test(`${name} ${size}`, { timeout: 60_000 }, async () => {
      for (const colorScheme of themes.filter((one) => picked(one, process.env["THEMES"]))) {
        const small = size === "phone" ? { hasTouch: true, isMobile: true } : {};
        const { page, troubles, close } = await openPage(browser, `${served.url}${screen.hash}`, {
          viewport,
          colorScheme,
          ...small,
          ...(screen.landing && { landing: true }),
        });
        await screen.go?.(page);
        await page.waitForTimeout(400);
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: screen.whole === true });
        expect(troubles).toEqual([]);
        await close();
      }
    });
  }
}
