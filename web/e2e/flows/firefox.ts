/**
 * Stock Firefox, driven by Puppeteer over WebDriver BiDi. Playwright's own support for it needs commands that the extended support
 * release does not have yet.
 */
import puppeteer, { type Page } from 'puppeteer-core';
import { type Driver, type Key, type Modifier, TIME_ZONE, VIEWPORT } from './driver';

/** The path in Debian's package. */
const FIREFOX = '/usr/bin/firefox-esr';

/**
 * Firefox logs this for each request that a service worker is answering when its page is reloaded or left. It logs the
 * same for a response that really fails, so the message is ignored only during a navigation: a failed script or style
 * sheet of the new page still breaks its test, a failed picture does not.
 */
const INTERCEPTION_FAILED = /A ServiceWorker intercepted the request and encountered an unexpected error/;

/** The same for a picture, which can also be removed from a page while it loads. The flows in Chromium detect pictures that really fail. */
const PICTURE_INTERCEPTION_FAILED = /Failed to load ‘\S+\.(?:avif|webp|jpg)’\. A ServiceWorker intercepted/;

/** Firefox logs this for a WebSocket that is still connecting when its page is reloaded or left. */
const CONNECTION_INTERRUPTED = /The connection to ws:\S+ was interrupted while the page was loading/;

export async function startFirefox(url: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    defaultViewport: VIEWPORT,
    env: { ...process.env, TZ: TIME_ZONE },
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB, en' },
  });
  return new FirefoxDriver(await browser.newPage(), url);
}

class FirefoxDriver implements Driver {
  private problems: string[] = [];
  private isNavigating = false;

  constructor(
    private readonly page: Page,
    private readonly url: string,
  ) {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') this.problems.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    // Unlike the other drivers, this one has to accept `beforeunload` dialogs itself.
    page.on('dialog', (dialog) => void dialog.accept());
    // Firefox also reports here what a service worker or the content security policy blocks.
    page.on('pageerror', (error) => {
      const text = error instanceof Error ? error.message : String(error);
      const isNavigationAbort = this.isNavigating && (INTERCEPTION_FAILED.test(text) || CONNECTION_INTERRUPTED.test(text));
      const isAborted = isNavigationAbort || PICTURE_INTERCEPTION_FAILED.test(text);
      if (!isAborted) this.problems.push(`uncaught: ${text}`);
    });
  }

  async goto(path: string): Promise<void> {
    await this.navigate(() => this.page.goto(this.url + path));
  }

  async reload(): Promise<void> {
    await this.navigate(() => this.page.reload());
  }

  evaluate<T>(expression: string): Promise<T> {
    return this.page.evaluate(expression) as Promise<T>;
  }

  movePointer(x: number, y: number): Promise<void> {
    return this.page.mouse.move(x, y);
  }

  pressPointer(): Promise<void> {
    return this.page.mouse.down();
  }

  releasePointer(): Promise<void> {
    return this.page.mouse.up();
  }

  pressKey(key: Key): Promise<void> {
    return this.page.keyboard.press(key);
  }

  async pressKeyWith(modifier: Modifier, key: Key): Promise<void> {
    await this.page.keyboard.down(modifier);
    await this.page.keyboard.press(key);
    await this.page.keyboard.up(modifier);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  async takeProblems(): Promise<string[]> {
    const taken = this.problems;
    this.problems = [];
    return taken;
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.page.screenshot());
  }

  async close(): Promise<void> {
    await this.page.browser().close();
  }

  private async navigate(load: () => Promise<unknown>): Promise<void> {
    this.isNavigating = true;
    try {
      await load();
    } finally {
      this.isNavigating = false;
    }
  }
}
