/**
 * Measures a note of 50,000 words in a browser: the release binary on SQLite, opening the note from the list, and
 * typing in its middle while it is autosaved. Prints one line of JSON: the median of five runs, each with a new browser
 * profile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, debianChromium } from '../../e2e/support/chromium';
import { storeTokens } from '../../e2e/support/users';
import { Server } from '../../e2e/support/server';
import { median, numbers, type Spread, summary, until } from '../runs';
import { signUp } from '../ui/seed';
import { watchText } from '../ui/page';
import { watchKeys } from './page';

const [WORDS = 50_000] = numbers(process.env.NOTE_WORDS, [50_000]);
const [RUNS = 5] = numbers(process.env.RUNS, [5]);
const NOTE = '0192f0c1-0000-7000-8000-000000000001';
const TITLE = 'A year of baking';
const ENDING = 'This is where it ends.';
/** Fast typing: ten keys per second, so that several saves fall between them. */
const BETWEEN_KEYS = 100;
const TYPED = 'the quick brown fox jumps over the lazy dog while the oven warms and the dough rests on the table once more ';

const SENTENCES = [
  'The dough was warmer than it should have been, so it went into the cellar for an hour.',
  'Rye wants more water than one thinks, and less patience than one fears.',
  'On the third day the starter doubled within four hours, which had not happened before.',
  'I wrote the numbers down twice and still mixed up the salt.',
];

type Block = { type: string; [field: string]: unknown };

const words = (text: string) => text.split(' ').length;
const text = (value: string, ...marks: string[]) => ({ type: 'text', text: value, ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }) });
const paragraph = (...content: object[]): Block => ({ type: 'paragraph', content });

/** Returns a realistic long note: headings, paragraphs with some bold words, lists. */
function longDocument(): string {
  const content: Block[] = [{ type: 'heading', attrs: { level: 1 }, content: [text(TITLE)] }];
  let count = words(TITLE);
  for (let index = 0; count < WORDS; index += 1) {
    const sentence = (offset: number) => SENTENCES[(index + offset) % SENTENCES.length] ?? '';
    if (index % 12 === 0) content.push({ type: 'heading', attrs: { level: 2 }, content: [text(`Week ${index / 12 + 1}`)] });
    if (index % 5 === 4) {
      const items = [0, 1, 2].map((offset) => ({ type: 'listItem', content: [paragraph(text(sentence(offset)))] }));
      content.push({ type: 'bulletList', content: items });
    } else {
      content.push(paragraph(text(`${sentence(0)} ${sentence(1)} `), text(sentence(2), 'bold'), text(` ${sentence(3)}`)));
    }
    count += [0, 1, 2, 3].reduce((sum, offset) => sum + (index % 5 === 4 && offset === 3 ? 0 : words(sentence(offset))), 0);
  }
  content.push(paragraph(text(ENDING)));
  return JSON.stringify({ type: 'doc', content });
}

interface Run {
  opened: number;
  typing: Spread;
  key_to_paint: Spread;
  /** The same keys in a `contenteditable` element with the same text, without an editor. */
  bare: Spread;
  nodes: number;
}

/** Types in the middle of the text with this selector. */
async function type(page: Page, selector: string): Promise<Pick<Run, 'typing' | 'key_to_paint'>> {
  const [x, y] = await page.evaluate((selector) => {
    const { children } = document.querySelector(selector) ?? document.body;
    const middle = [...children].slice(children.length >> 1).find((block) => block.tagName === 'P');
    middle?.scrollIntoView({ block: 'center' });
    const box = middle?.getBoundingClientRect() ?? new DOMRect();
    return [box.x + 20, box.y + 12] as const;
  }, selector);
  await page.mouse.click(x, y);
  await page.keyboard.press('End');
  await page.waitForTimeout(1_000);
  await page.evaluate(watchKeys);
  for (const letter of TYPED) {
    const next = new Promise((done) => setTimeout(done, BETWEEN_KEYS));
    await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    await next;
  }
  await page.waitForTimeout(500);
  const { work, painted } = await page.evaluate(() => window.keys);
  if (work.length < TYPED.length) throw new Error(`${work.length} of ${TYPED.length} key presses were measured`);
  const text = await page.evaluate((selector) => document.querySelector(selector)?.textContent ?? '', selector);
  if (!text.includes(TYPED.trimEnd())) throw new Error('The note does not contain the typed text.');
  return { typing: summary(work), key_to_paint: summary(painted) };
}

/** Types in the note's elements without the editor, its styles and the rest of the app. */
async function typeBare(page: Page): Promise<Spread> {
  const html = await page.evaluate(() => document.querySelector('.note-text')?.innerHTML ?? '');
  await page.goto('about:blank');
  await page.setContent(`<!doctype html><div id="bare" contenteditable spellcheck="false">${html.replaceAll(TYPED.trimEnd(), '')}</div>`);
  return (await type(page, '#bare')).typing;
}

async function measure(server: Server, tokens: { access_token: string; refresh_token: string }): Promise<Run> {
  const profile = mkdtempSync(join(tmpdir(), 'twentyfour-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...(debianChromium ? { executablePath: debianChromium } : {}),
    viewport: { width: 1440, height: 900 },
    args: CHROMIUM_ARGUMENTS,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(server.url);
    await storeTokens(page, tokens.access_token, tokens.refresh_token);
    await page.goto(`${server.url}/app/notes`);
    const link = page.getByRole('link', { name: TITLE });
    await link.waitFor();
    // The editor's file loads after the list.
    await page.waitForTimeout(2_000);
    await page.evaluate(watchText, { event: 'click', selector: '.note-text > :last-child', text: ENDING });
    await link.click();
    const opened = await until(page, () => page.evaluate(() => window.shown));
    await page.waitForTimeout(1_000);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    const typed = await type(page, '.note-text');
    return { opened, ...typed, bare: await typeBare(page), nodes };
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

// The token outlives the measurements, so that no refresh disturbs them.
const server = await Server.start({ ACCESS_TOKEN_SECONDS: '86400' });
try {
  const tokens = await signUp(server);
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const change = {
      type: 'save',
      save_id: `0192f0c1-0000-7000-8000-${String(run + 2).padStart(12, '0')}`,
      base: run === 0 ? null : (await openNote(tokens.access_token)).save_id,
      document: longDocument(),
      edited_at: new Date().toISOString(),
    };
    await ask(tokens.access_token, `/notes/${NOTE}/`, { method: 'PUT', body: JSON.stringify({ change }) });
    runs.push(await measure(server, tokens));
  }
  const worst = Math.max(...runs.map(({ typing }) => typing.worst));
  console.log(JSON.stringify({ words: WORDS, ...median(runs), worst_of_all: worst }));
} finally {
  await server.dispose();
}

async function openNote(token: string): Promise<{ save_id: string }> {
  const { notes } = (await ask(token, '/notes/?since=0')) as { notes: { id: string; save_id: string }[] };
  const note = notes.find(({ id }) => id === NOTE);
  if (!note) throw new Error('the server has lost the note');
  return note;
}

async function ask(token: string, path: string, options: RequestInit = {}): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/api${path}`, { ...options, headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
