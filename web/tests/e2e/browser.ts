// Debian's Chromium and Firefox, and pages that fail the test on any console error or request that leaves this machine.
import { chromium, firefox, type Browser, type BrowserContextOptions, type Locator, type Page } from "playwright-core";

/** FORAY_BROWSER=firefox runs the same tests in Firefox. */
export const inFirefox = process.env["FORAY_BROWSER"] === "firefox";

const launchChromium = () =>
  chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    headless: true,
    args: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--disable-dev-shm-usage", // containers often have 64 MB of it
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });

/** Debian's Firefox, unchanged, is spoken to in WebDriver BiDi. It takes what a visitor prefers from its settings alone. */
const launchFirefox = () =>
  firefox.launch({
    channel: "moz-firefox",
    executablePath: process.env["FIREFOX"] ?? "/usr/bin/firefox-esr",
    headless: true,
    firefoxUserPrefs: {
      "ui.prefersReducedMotion": 1,
      "dom.w3c_touch_events.enabled": 1,
      "dom.events.testing.asyncClipboard": true,
      // A finger that is slow because the machine is must not become a long press.
      "ui.click_hold_context_menus.delay": 600_000,
    },
  });

export const launch = (): Promise<Browser> => (inFirefox ? launchFirefox() : launchChromium());

/** What the pinned playwright-core keeps to itself: the line to a page of Firefox. */
interface BidiPage {
  delegate: { _session: { sessionId: string; send: (method: string, parameters: object) => Promise<unknown> } };
}

/** A finger on a point of the screen. Playwright has no fingers in Firefox, the protocol has. */
export async function tapAt(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  if (!inFirefox) return page.touchscreen.tap(x, y);
  const inside = (page as unknown as { _connection: { toImpl: (page: Page) => BidiPage } })._connection.toImpl(page);
  const session = inside.delegate._session;
  const actions = [
    { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  await session.send("input.performActions", { context: session.sessionId, actions: [{ type: "pointer", id: "finger", parameters: { pointerType: "touch" }, actions }] });
}

/** A finger on the middle of something. */
export async function tap(target: Locator): Promise<void> {
  if (!inFirefox) return target.tap();
  // Waits until it can be pressed, and scrolls it into sight.
  await target.click({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error("nothing to tap");
  await tapAt(target.page(), { x: box.x + box.width / 2, y: box.y + box.height / 2 });
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

/** Of what a context may be given, that which Firefox understands. */
function known({ isMobile: _mobile, permissions: _allowed, colorScheme: _scheme, reducedMotion: _motion, ...rest }: BrowserContextOptions): BrowserContextOptions {
  return rest;
}

export async function openPage(browser: Browser, url: string, options: PageOptions = {}): Promise<WatchedPage> {
  const { landing, ...wanted } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...(inFirefox ? known(wanted) : wanted) });
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
  const first = page.getByRole("button", { name: "Play War Game", exact: true });
  await page.getByRole("grid").or(first).first().waitFor();
  if (landing !== true && (await first.isVisible())) {
    await first.click();
    await page.getByRole("grid").waitFor();
  }
  return { page, troubles, close: () => context.close() };
}

export const phone: BrowserContextOptions = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
