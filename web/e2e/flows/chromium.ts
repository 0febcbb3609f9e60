/** Chromium, driven by Playwright. */
import { type Page, chromium } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, debianChromium } from '../support/chromium';
import { type Driver, type Key, type Modifier, TIME_ZONE, VIEWPORT } from './driver';

export async function startChromium(url: string): Promise<Driver> {
  const browser = await chromium.launch({ ...(debianChromium ? { executablePath: debianChromium } : {}), args: CHROMIUM_ARGUMENTS });
  const context = await browser.newContext({ serviceWorkers: 'allow', viewport: VIEWPORT, locale: 'en-GB', timezoneId: TIME_ZONE });
  const page = await context.newPage();
  let problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`));
  return new PlaywrightDriver(
    page,
    url,
    () => {
      const taken = problems;
      problems = [];
      return taken;
    },
    () => browser.close(),
  );
}

class PlaywrightDriver implements Driver {
  constructor(
    private readonly page: Page,
    private readonly url: string,
    private readonly take: () => string[],
    readonly close: () => Promise<void>,
  ) {}

  async goto(path: string): Promise<void> {
    await this.page.goto(this.url + path);
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  evaluate<T>(expression: string): Promise<T> {
    return this.page.evaluate(expression);
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

  pressKeyWith(modifier: Modifier, key: Key): Promise<void> {
    return this.page.keyboard.press(`${modifier}+${key}`);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  async takeProblems(): Promise<string[]> {
    return this.take();
  }

  screenshot(): Promise<Buffer> {
    return this.page.screenshot();
  }
}
