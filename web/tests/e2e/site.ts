// What every file of browser tests begins with: one browser and one server for all of its tests, closed after the last.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch, openPage, type PageOptions } from "./browser.ts";
import { serveDist, type Served } from "./server.ts";

export const site = {} as { browser: Browser; served: Served };
beforeAll(async () => {
  [site.browser, site.served] = await Promise.all([launch(), serveDist()]);
});
afterAll(async () => {
  await site.browser.close();
  await site.served.close();
});

/** The page at a link of its own: "#g=ataxx", or "" for the first page. */
export const open = (hash: string, options: PageOptions = {}) => openPage(site.browser, `${site.served.url}${hash}`, options);
export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();
export const square = (page: Page, name: string) => page.locator(`[data-square=${name}]`);
