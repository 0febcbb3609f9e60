/**
 * Measures the command palette and quick add in a browser, on a device with 20,000 cards: each key until what it finds, or what is
 * understood, is painted, and adding a card until it is painted on the open board. Prints one line of JSON: the median of five runs,
 * each with a new browser profile.
 */
import type { Page } from '@playwright/test';
import { storedKeys } from '../../e2e/support/storage';
import { Server } from '../../e2e/support/server';
import { median, numbers, type Spread, summary, until } from '../runs';
import { signIn, type Tokens, visit, withProfile } from './browser';
import { watchText } from './page';
import { makeBoard, signUp } from './seed';

/** The cards of each large board. The numbers differ, because ids are made from them. */
const BOARDS = numbers(process.env.BOARD_SIZES, [3998, 3999, 4000, 4001, 4002]);
const [RUNS = 5] = numbers(process.env.RUNS, [5]);

/** The first letters of words of the titles. */
const WORDS = ['rep', 'gar', 'tid', 'tic', 'wri', 'quo', 'for', 'exp'];
const LINE = 'Send report #"Board of 3 cards" tomorrow 5pm !high every friday ~30m';
const UNDERSTOOD = 6;
const ADDED_CARDS = 4;

interface Run {
  palette: Spread;
  quick_add: Spread;
  added: Spread;
}

/** Presses a key, and returns the time until an element with the selector and the text is painted, in milliseconds. */
async function timeOfKey(page: Page, key: string, selector: string, text: string): Promise<number> {
  await page.evaluate(watchText, { event: 'keydown', selector, text });
  await page.keyboard.press(key === ' ' ? 'Space' : key);
  return until(page, () => page.evaluate(() => window.shown));
}

async function clear(page: Page): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
}

/** Types the first letters of words into the palette. */
async function searchInPalette(page: Page): Promise<number[]> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
  const cards = () => page.getByRole('option').filter({ hasText: /Board of/ }).count();
  // The finder has read the boards as soon as it finds cards.
  await page.keyboard.type('rep');
  await until(page, cards);
  const times: number[] = [];
  for (const word of WORDS) {
    await clear(page);
    // The last row names what is searched for.
    for (const [index, letter] of [...word].entries()) times.push(await timeOfKey(page, letter, '[cmdk-item]', `“${word.slice(0, index + 1)}”`));
    if ((await cards()) < 10) throw new Error(`The palette found too few cards for ${word}.`);
  }
  await page.keyboard.press('Escape');
  return times;
}

/** Types lines into quick add, and adds their cards to the open board. */
async function addCards(page: Page): Promise<{ typed: number[]; added: number[] }> {
  await page.keyboard.press('q');
  await page.getByRole('combobox', { name: 'List' }).waitFor();
  const [typed, added]: [number[], number[]] = [[], []];
  for (let number = 1; number <= ADDED_CARDS; number += 1) {
    const line = `${number} ${LINE}`;
    // A copy of the text behind the field underlines what was understood.
    for (const [index, letter] of [...line].entries()) typed.push(await timeOfKey(page, letter, 'div:has(+ textarea)', line.slice(0, index + 1)));
    const understood = await page.locator('[data-understood]').count();
    if (understood !== UNDERSTOOD) throw new Error(`${understood} parts of the line were understood.`);
    added.push(await timeOfKey(page, 'Enter', '[data-card-id]', `${number} Send report`));
  }
  return { typed, added };
}

/** Returns the number of boards that are stored on the device. */
async function storedBoards(page: Page): Promise<number> {
  const keys = await storedKeys(page);
  return new Set(keys.filter((key) => key.includes('/board/')).map((key) => key.split('/')[2])).size;
}

/** Runs once with a new profile, which stores all boards before. */
function measure(server: Server, tokens: Tokens, slugs: readonly string[], openSlug: string): Promise<Run> {
  return withProfile(async (context, empty) => {
    await signIn(empty, server, tokens);
    for (const slug of slugs) await (await visit(context, `${server.url}/app/b/${slug}`)).page.close();
    const { page } = await visit(context, `${server.url}/app/b/${openSlug}`);
    await empty.close();
    await until(page, async () => Number((await storedBoards(page)) > slugs.length));
    const palette = await searchInPalette(page);
    const { typed, added } = await addCards(page);
    return { palette: summary(palette), quick_add: summary(typed), added: summary(added) };
  });
}

// The token outlives the measurements, so that no refresh disturbs them.
const server = await Server.start({ ACCESS_TOKEN_SECONDS: '86400' });
try {
  const runs: Run[] = [];
  const tokens = await signUp(server);
  const slugs: string[] = [];
  for (const cards of BOARDS) slugs.push(await makeBoard(server, tokens.access_token, cards));
  const openSlug = await makeBoard(server, tokens.access_token, 3, [{ name: 'Inbox', share: 100 }]);
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(server, tokens, slugs, openSlug));
  console.log(JSON.stringify({ cards: BOARDS.reduce((sum, cards) => sum + cards, 0), ...median(runs) }));
} finally {
  await server.dispose();
}
