/**
 * Takes the landing page's screenshots from the app itself: the timer, the statistics and a board, in both themes. It
 * needs a local server with an empty database, where it signs up a user with sample data. Run it from `web`:
 * `RATE_LIMITS=off ../target/release/twentyfour`, and in another terminal `node scripts/make-feature-pictures.mjs
 * http://127.0.0.1:8080`.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const [server] = process.argv.slice(2);
if (!server) throw new Error('The server is missing. Usage: node scripts/make-feature-pictures.mjs http://127.0.0.1:8080');

const FOLDER = 'public/features';
const SIZE = { width: 1440, height: 900 };
/** The maximum size of a picture, in bytes; the quality is reduced to fit it. */
const MAX_BYTES = 60_000;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The time of the screenshots: 16:20 yesterday, so that nothing in them is ahead of the server's clock. */
const NOW = Math.floor(Date.now() / DAY) * DAY - DAY + (16 * 60 + 20) * MINUTE;
const dayFromNow = (days) => new Date(NOW + days * DAY).toISOString().slice(0, 10);

const LISTS = {
  'To do': [
    { title: 'Write the chapter on tides', priority: 'high', labels: ['thesis'], due_date: dayFromNow(1), subtasks: ['Sources', 'Figures', 'First draft'] },
    { title: 'Book the train to Lisbon', labels: ['travel'], due_date: dayFromNow(4) },
    { title: 'Ask Mira for the photographs', priority: 'medium', labels: ['thesis'] },
    { title: 'Repair the bicycle light', labels: ['home'] },
    { title: 'Find a place for the reading group', priority: 'medium' },
    { title: 'Compare the two editions', labels: ['thesis'], subtasks: ['Preface', 'Notes', 'Index', 'Plates'] },
  ],
  Doing: [
    { title: 'Draw the map of the harbour', priority: 'medium', labels: ['thesis', 'drawing'], subtasks: ['Outline', 'Depths'] },
    { title: 'Plan the garden for spring', labels: ['home'], due_date: dayFromNow(9) },
    { title: 'Write to the archive in Hamburg', priority: 'high', labels: ['thesis'], due_date: dayFromNow(0) },
    { title: 'Learn the second movement', priority: 'low', subtasks: ['Slowly', 'By heart'] },
  ],
  Waiting: [
    { title: 'An answer from the publisher', labels: ['thesis'] },
    { title: 'Tickets for the ferry', labels: ['travel'], due_date: dayFromNow(12) },
    { title: 'The frame for the print', labels: ['drawing', 'home'] },
  ],
  Done: [
    { title: 'Read the survey of 1911', priority: 'completed', labels: ['thesis'] },
    { title: 'Return the library books', priority: 'completed', labels: ['home'] },
    { title: 'Send the outline', priority: 'completed', labels: ['thesis'] },
    { title: 'Choose the typeface', priority: 'completed', labels: ['drawing'] },
    { title: 'Renew the passport', priority: 'completed', labels: ['travel'] },
  ],
};
const LABEL_COLORS = { thesis: '#158fad', travel: '#e8590c', drawing: '#7048e8', home: '#2f9e44' };

/** The number of 25-minute sessions on each of the last 35 days, today first: five weeks, which My Stats compares. */
const SESSIONS = [5, 8, 6, 9, 7, 4, 6, 3, 5, 7, 8, 6, 5, 2, 1, 4, 6, 7, 5, 6, 3, 2, 3, 7, 5, 8, 4, 5, 1, 2, 4, 6, 5, 7, 3];

const user = { first_name: 'Ada', last_name: 'Byron', email: `ada.${Date.now()}@example.com`, password: 'correct horse battery' };
let token = '';

async function ask(method, path, body) {
  const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`${server}/api${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Returns a rank that sorts by its number. */
const rank = (number) => `80${number.toString(16).padStart(6, '0')}80`;

function changesOf({ title, priority = 'low', labels, due_date, subtasks = [] }, list_id, position) {
  const card_id = crypto.randomUUID();
  const edit = (field, value) => (value ? [{ type: 'edit_card', card_id, edit: { field, value } }] : []);
  return [
    { type: 'add_card', card_id, list_id, rank: rank(position), title, priority },
    ...edit('labels', labels),
    ...edit('due_date', due_date),
    ...subtasks.map((subtask, index) => ({ type: 'add_subtask', card_id, item_id: crypto.randomUUID(), rank: rank(index), title: subtask })),
  ];
}

/** Creates the board and returns its path. */
async function makeBoard() {
  const { board } = await ask('POST', '/boards/create-board/', { name: 'Thesis and the rest' });
  const changes = Object.entries(LISTS).flatMap(([name, cards], index) => {
    const list_id = crypto.randomUUID();
    return [{ type: 'add_list', list_id, name, rank: rank(index) }, ...cards.flatMap((card, at) => changesOf(card, list_id, at))];
  });
  changes.push(...Object.entries(LABEL_COLORS).map(([label, color]) => ({ type: 'set_label_color', label, color })));
  const at = new Date(NOW - DAY).toISOString();
  const { results } = await ask('POST', `/boards/${board.id}/ops/`, { ops: changes.map((change) => ({ id: crypto.randomUUID(), at, change })) });
  const rejected = results.find(({ status }) => status !== 'applied');
  if (rejected) throw new Error(`The server rejected a change: ${JSON.stringify(rejected)}`);
  return `/app/b/${board.slug}`;
}

async function makeSessions() {
  for (const [daysAgo, count] of SESSIONS.entries()) {
    const morning = Math.floor(NOW / DAY) * DAY - daysAgo * DAY + 8.5 * 60 * MINUTE;
    for (let index = 0; index < count; index += 1) {
      const start = morning + index * 40 * MINUTE;
      const segment = { start: new Date(start).toISOString(), end: new Date(start + 25 * MINUTE).toISOString(), utc_offset: 0 };
      const session = { id: crypto.randomUUID(), kind: 'focus', planned: 1500, outcome: 'completed', board_id: null, card_id: null };
      await ask('POST', '/focus-sessions/', { ...session, segments: [segment] });
    }
  }
}

/** Encodes a picture as WebP with the best quality within the maximum size, using the browser. */
async function webp(browser, png) {
  const page = await browser.newPage();
  for (let quality = 0.92; quality > 0.4; quality -= 0.04) {
    const encoded = await page.evaluate(
      async ([source, fineness]) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
        canvas.getContext('2d').drawImage(image, 0, 0);
        return canvas.toDataURL('image/webp', fineness).split(',')[1];
      },
      [`data:image/png;base64,${png.toString('base64')}`, quality],
    );
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.length <= MAX_BYTES) {
      await page.close();
      return { bytes, quality };
    }
  }
  throw new Error(`A picture exceeds ${MAX_BYTES} bytes even at the lowest quality.`);
}

const { access_token, refresh_token } = await ask('POST', '/auth/signup/', user);
token = access_token;
const board = await makeBoard();
await makeSessions();

/** The steps that lead to each picture. */
const SCENES = {
  timer: async (page) => {
    await page.goto(`${server}/app`);
    await page.getByRole('button', { name: 'Switch to timer' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.clock.runFor(8 * MINUTE + 18_000);
  },
  stats: async (page) => {
    await page.goto(`${server}/app/stats`);
    await page.getByRole('heading', { name: 'Weekly Progress' }).waitFor();
  },
  board: async (page) => {
    await page.goto(`${server}${board}`);
    await page.getByText('Draw the map of the harbour').first().waitFor();
  },
};

mkdirSync(FOLDER, { recursive: true });
const executablePath = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] });
for (const theme of ['dark', 'light']) {
  await ask('PUT', '/preferences/', { theme, time_zone: 'UTC' });
  for (const [name, openScene] of Object.entries(SCENES)) {
    const context = await browser.newContext({ viewport: SIZE, timezoneId: 'UTC', locale: 'en-GB', permissions: ['notifications'], reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.clock.install({ time: NOW });
    await page.addInitScript(
      ([access, refresh, look]) => {
        for (const [key, value] of Object.entries({ access_token: access, refresh_token: refresh, theme: look })) localStorage.setItem(key, value);
      },
      [access_token, refresh_token, theme],
    );
    await openScene(page);
    await page.clock.runFor(2_000);
    // Pictures and fonts load in real time.
    await new Promise((done) => setTimeout(done, 2_500));
    const { bytes, quality } = await webp(browser, await page.screenshot());
    const file = `${FOLDER}/${name}-${theme}.webp`;
    writeFileSync(file, bytes);
    console.log(`${file} written: ${bytes.length} bytes at ${quality.toFixed(2)}`);
    await context.close();
  }
}
await browser.close();
