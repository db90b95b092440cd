// Debian's Chromium, and pages that fail the test on any console error or request that leaves this machine.
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    headless: true,
    args: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export interface WatchedPage {
  page: Page;
  /** Console errors, uncaught errors and requests to other machines. */
  troubles: string[];
  close: () => Promise<void>;
}

export interface PageOptions extends BrowserContextOptions {
  /** Stay on the page that a first visitor sees. */
  landing?: boolean;
}

export async function openPage(browser: Browser, url: string, options: PageOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") troubles.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => troubles.push(`uncaught: ${error.message}`));
  context.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) troubles.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  // A first visit without a link begins with the choice of a game.
  const first = page.getByRole("button", { name: "Play War Game" });
  await page.getByRole("grid").or(first).first().waitFor();
  if (options.landing !== true && (await first.isVisible())) {
    await first.click();
    await page.getByRole("grid").waitFor();
  }
  return { page, troubles, close: () => context.close() };
}

export const phone: BrowserContextOptions = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
