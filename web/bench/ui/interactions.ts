/**
 * Measures the interactions to next paint on Home, a board and a card's dialog in a browser whose processor is slowed down four times:
 * at least 100 clicks and keys on each. Prints one line of JSON: for each screen the distribution and the slowest interactions by
 * name. A page that only changes a number is the baseline of the same run, because the machine may be busy.
 */
import type { CDPSession, Page } from '@playwright/test';
import { Server } from '../../e2e/support/server';
import { numbers } from '../runs';
import { signIn, withProfile } from './browser';
import { watchInteractions } from './page';
import { makeBoard, signUp } from './seed';

const [SLOWDOWN = 4] = numbers(process.env.SLOWDOWN, [4]);
const [INTERACTIONS = 100] = numbers(process.env.INTERACTIONS, [100]);
const [CARDS = 200] = numbers(process.env.BOARD_SIZES, [200]);
/** What counts for interactions that the browser does not report, because they took less than 16 ms. */
const UNREPORTED = 8;
/** The number of slowest kinds of interactions that are printed. */
const SLOWEST = 8;

interface Measured {
  name: string;
  /** From the input to the next paint, in milliseconds. */
  duration: number;
  /** The processor time of the page's main thread, in milliseconds. Unlike the duration, other programs do not lengthen it. */
  work: number;
}

/** Returns the processor time that the page's main thread has used, in milliseconds. */
async function processorTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** Performs interactions on a page and measures each. */
class Interactions {
  readonly measured: Measured[] = [];

  constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  /** Performs one interaction. */
  private async measure(name: string, perform: () => Promise<unknown>): Promise<void> {
    await this.page.evaluate(() => window.takeInteractions());
    const before = await processorTime(this.session);
    await perform();
    const taken = await this.page.evaluate(() => window.takeInteractions());
    const work = Math.round((await processorTime(this.session)) - before);
    this.measured.push({ name, duration: Math.max(UNREPORTED, ...taken.map(({ duration }) => duration)), work });
  }

  /** Clicks the first element with a role and name, without waiting for anything but the element. */
  async click(name: string, role: 'button' | 'checkbox' | 'link', label: string | RegExp): Promise<void> {
    const target = this.page.getByRole(role, { name: label, exact: true }).first();
    await this.clickAt(name, target);
  }

  async clickAt(name: string, target: ReturnType<Page['locator']>): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`There is nothing to click for ${name}.`);
    // Hovering is not an interaction.
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.measure(name, () => this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2));
  }

  async press(name: string, key: string): Promise<void> {
    await this.measure(name, () => this.page.keyboard.press(key));
  }

  async type(name: string, text: string): Promise<void> {
    for (const letter of text) await this.press(name, letter === ' ' ? 'Space' : letter);
  }
}

interface Result {
  count: number;
  p50: number;
  p98: number;
  worst: number;
  /** The slowest kinds of interactions, each with its worst time. */
  slowest: Measured[];
}

function resultOf(measured: readonly Measured[]): Result {
  const sorted = measured.toSorted((one, other) => one.duration - other.duration);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.duration ?? 0;
  const worst = new Map<string, Measured>();
  for (const one of sorted) worst.set(one.name, one);
  const slowest = [...worst.values()].toSorted((one, other) => other.duration - one.duration);
  return { count: sorted.length, p50: at(0.5), p98: at(0.98), worst: at(1), slowest: slowest.slice(0, SLOWEST) };
}

/** Repeats the round of a screen until there are enough interactions. */
async function measureScreen(page: Page, session: CDPSession, round: (interactions: Interactions, index: number) => Promise<void>): Promise<Result> {
  const interactions = new Interactions(page, session);
  for (let index = 0; interactions.measured.length < INTERACTIONS; index += 1) await round(interactions, index);
  return resultOf(interactions.measured);
}

async function baseline(on: Interactions): Promise<void> {
  await on.click('click', 'button', 'Count');
  await on.press('key', 'a');
}

async function homeRound(on: Interactions): Promise<void> {
  await on.click('switch to the timer', 'button', 'Switch to timer');
  await on.click('start the timer', 'button', 'Start');
  await on.click('pause the timer', 'button', 'Pause');
  await on.press('reset the timer', 'r');
  await on.click('switch to the clock', 'button', 'Switch to clock');
  await on.press('open the sidebar', '[');
  await on.press('close the sidebar', '[');
  await on.press('open quick add', 'q');
  await on.type('type in quick add', 'Call');
  await on.press('close quick add', 'Escape');
}

async function boardRound(on: Interactions, page: Page, index: number): Promise<void> {
  await on.click('open the field of a new card', 'button', 'Add card');
  await on.type('type the title of a card', `Card ${index}`);
  await on.press('add a card', 'Enter');
  await on.press('close the field of a new card', 'Escape');
  await on.press('open the filter', 'f');
  await on.type('type in the filter', 'plan');
  await page.keyboard.press('Control+a');
  await on.press('clear the filter', 'Backspace');
  await on.press('leave the filter', 'Escape');
  await page.locator('[data-card-id]').first().focus();
  await on.press('go to the next card', 'ArrowDown');
  await on.press('complete a card', 'c');
  await on.press('select a card', 'x');
  await on.press('clear the selection', 'Escape');
}

async function dialogRound(on: Interactions, page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await on.clickAt('open a card', page.locator('[data-card-title]').first());
  const field = dialog.getByRole('textbox', { name: 'New sub-task' });
  await field.waitFor();
  await on.clickAt('focus the field of a sub-task', field);
  await on.type('type a sub-task', 'Pay');
  await on.press('add a sub-task', 'Enter');
  await dialog.getByRole('checkbox').first().waitFor();
  for (let index = 0; index < 2; index += 1) await on.clickAt('toggle a sub-task', dialog.getByRole('checkbox').first());
  await on.press('close a card', 'Escape');
  // A field in the dialog may take the first Escape.
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** The page of the baseline. */
const BASELINE_PAGE = `data:text/html,<button onclick="this.value++">Count</button><p></p><script>onkeydown=()=>{document.querySelector('p').textContent+='a'}</script>`;

// The token outlives the measurements, so that no refresh disturbs them.
const server = await Server.start({ ACCESS_TOKEN_SECONDS: '86400' });
try {
  const tokens = await signUp(server);
  const slug = await makeBoard(server, tokens.access_token, CARDS);
  const results = await withProfile(async (context, page) => {
    await signIn(page, server, tokens);
    await page.addInitScript(watchInteractions);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const open = async (address: string) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await page.goto(address, { waitUntil: 'networkidle' });
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    };
    await open(BASELINE_PAGE);
    const base = await measureScreen(page, session, baseline);
    await open(`${server.url}/app`);
    const home = await measureScreen(page, session, homeRound);
    const address = `${server.url}/app/b/${slug}`;
    await open(address);
    const board = await measureScreen(page, session, (on, index) => boardRound(on, page, index));
    await open(address);
    const card = await measureScreen(page, session, (on) => dialogRound(on, page));
    return { baseline: base, home, board, card };
  });
  console.log(JSON.stringify({ slowdown: SLOWDOWN, ...results }));
} finally {
  await server.dispose();
}
