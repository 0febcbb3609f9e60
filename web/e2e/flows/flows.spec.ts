/**
 * The main flows, written once and run in Chromium, Firefox and WebKit: one user signs up, works, shares a board with another
 * person, and returns offline.
 * Each test continues where the previous one ended, so that every browser starts only once.
 */
import type { App } from './app';
import { css, role, type Target } from './finder';
import { expect, test } from './test';
import { newUser, type User } from '../support/users';

test.describe.configure({ mode: 'serial' });

const navigation = role('navigation', 'Main');
const list = (name: string): Target => css('[data-list-id]', name);
const card = (title: string): Target => css('[data-card-id]', title);
const noteText = role('textbox', 'Note');

/** Returns the displayed board: each list's name with the titles of its cards, in order. */
const LAYOUT = `[...document.querySelectorAll('[data-list-id]')].map((list) => [
  list.querySelector('h2, h3').textContent.trim(),
  [...list.querySelectorAll('[data-card-id]')].map((card) => card.getAttribute('aria-label') ?? card.textContent.trim()),
])`;

/** Returns the number of changes that are stored in the browser and not sent yet. */
const UNSENT = `new Promise((resolve, reject) => {
  const open = indexedDB.open('twentyfour');
  open.onerror = () => reject(open.error);
  open.onsuccess = () => {
    const keys = open.result.transaction('texts').objectStore('texts').getAllKeys();
    keys.onerror = () => reject(keys.error);
    keys.onsuccess = () => {
      open.result.close();
      resolve(keys.result.filter((key) => String(key).includes('/kept/outbox/')).length);
    };
  };
})`;

async function expectLayout(app: App, lists: [string, string[]][]): Promise<void> {
  await expect.poll(() => app.evaluate(LAYOUT)).toEqual(lists);
}

async function expectUnsent(app: App, count: number): Promise<void> {
  // The app waits up to a minute between two attempts, and some browsers do not report that the server is back.
  await expect.poll(() => app.evaluate(UNSENT), { timeout: 70_000 }).toBe(count);
}

/** Waits until the service worker controls the page. */
async function expectServiceWorker(app: App): Promise<void> {
  await expect.poll(() => app.evaluate(`navigator.serviceWorker.controller?.state ?? 'none'`), { timeout: 30_000 }).toBe('activated');
}

/** Opens another page of the app from the rail. */
async function follow(app: App, name: string): Promise<void> {
  await app.click(role('link', name, navigation));
}

/** Fills in the signup form, and continues to the app. */
async function signUp(app: App, user: User): Promise<void> {
  await app.fill(role('textbox', 'First name'), user.first_name);
  await app.fill(role('textbox', 'Last name'), user.last_name);
  await app.fill(role('textbox', 'Email'), user.email);
  await app.fill(css('input[type="password"]'), user.password);
  await app.click(role('button', 'Sign Up'));
  await app.click(role('button', 'Continue'));
}

test('sign up: the form opens the app', async ({ app }) => {
  await app.goto('/auth');
  await signUp(app, newUser());
  await app.expectPath(/^\/app$/);
  await app.expectVisible(navigation);
});

/** Adds a board on My Boards, and opens it. */
async function addBoard(app: App, name: string): Promise<void> {
  await app.click(role('button', 'Add Board'));
  const dialog = role('dialog', 'Add New Board');
  await app.fill(role('textbox', 'Board Name', dialog), name);
  await app.click(role('button', 'Add Board', dialog));
  await app.expectNone(dialog);
  await app.click(css('main [data-board-id] a', name));
  await app.expectVisible(role('heading', name));
}

test('board: a new board opens by its card on My Boards', async ({ app }) => {
  await follow(app, 'Boards');
  await addBoard(app, 'Groceries');
});

test('cards: lists and cards are added by the keyboard', async ({ app }) => {
  await app.click(role('button', 'New List'));
  for (const name of ['Today', 'Done']) {
    await app.expectVisible(css('input:focus, textarea:focus'));
    await app.type(name);
    await app.press('Enter');
    await app.expectVisible(list(name));
  }
  await app.press('Escape');
  await app.click(role('button', 'Add card', list('Today')));
  for (const title of ['Bread', 'Milk']) {
    await app.expectVisible(css('input:focus, textarea:focus', undefined, list('Today')));
    await app.type(title);
    await app.press('Enter');
    await app.expectVisible(card(title));
  }
  await app.press('Escape');
  await expectLayout(app, [['Today', ['Bread', 'Milk']], ['Done', []]]);
});

test('drag: a card is dragged to another list', async ({ app }) => {
  await app.drag(card('Milk'), list('Done'));
  await expectLayout(app, [['Today', ['Bread']], ['Done', ['Milk']]]);
});

test('title: a long title is visible as a whole while it is edited', async ({ app }) => {
  const dialog = role('dialog', 'Bread');
  const hidden = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('textarea:focus'))`;
  await app.click(card('Bread'));
  await app.click(css('[data-card-field="title"]', undefined, dialog));
  await app.expectVisible(css('textarea:focus', undefined, dialog));
  await app.type(' with seeds, of flour that was ground on the same day, for everybody who comes to breakfast on Sunday');
  await expect.poll(() => app.evaluate(hidden)).toBe(0);
  await app.press('Escape');
  await app.press('Escape');
  await app.expectNone(dialog);
  await expectLayout(app, [['Today', ['Bread']], ['Done', ['Milk']]]);
});

test('reload: the service worker opens the board unchanged, and changes are sent at once', async ({ app }) => {
  await expectUnsent(app, 0);
  await expectServiceWorker(app);
  await app.reload();
  await app.expectVisible(role('heading', 'Groceries'));
  await expectLayout(app, [['Today', ['Bread']], ['Done', ['Milk']]]);
  await app.drag(card('Milk'), list('Today'));
  await expectLayout(app, [['Today', ['Milk', 'Bread']], ['Done', []]]);
  // Sooner than a page takes the lead from one that does not respond: the previous page must not hold the lock.
  await expect.poll(() => app.evaluate(UNSENT)).toBe(0);
  await app.drag(card('Milk'), list('Done'));
  await expectLayout(app, [['Today', ['Bread']], ['Done', ['Milk']]]);
});

test('palette: a command opens another page', async ({ app }) => {
  await app.click(role('button', 'Search and commands'));
  await app.expectVisible(css('input:focus'));
  await app.type('go to tasks');
  await app.press('Enter');
  await app.expectPath(/^\/app\/tasks$/);
});

/** The parts of the line that quick add has understood. */
const UNDERSTOOD = `[...document.querySelectorAll('[data-understood]')].map(({ textContent }) => textContent)`;

test('quick add: a line becomes a card on a board that is not open', async ({ app }) => {
  const field = role('textbox', 'Quick add');
  await app.type('q');
  await app.expectVisible(css('textarea:focus'));
  await expect.poll(() => app.value(role('combobox', 'List'))).not.toBe('');
  await app.type('Eggs #Groceries/Today !high tomorrow');
  await expect.poll(() => app.evaluate(UNDERSTOOD)).toEqual(['#Groceries/Today', '!high', 'tomorrow']);
  // Keeps the last part as text.
  await app.press('Backspace');
  await expect.poll(() => app.evaluate(UNDERSTOOD)).toEqual(['#Groceries/Today', '!high']);
  await app.expectValue(field, 'Eggs #Groceries/Today !high tomorrow');
  await app.press('Enter');
  await app.expectValue(field, '');
  await app.click(role('link', 'Groceries', role('dialog', 'Quick add')));
  await app.expectVisible(role('dialog', 'Eggs tomorrow'));
  await app.press('Escape');
  await app.expectNone(role('dialog'));
  await expectLayout(app, [['Today', ['Bread', 'Eggs tomorrow']], ['Done', ['Milk']]]);
  await app.expectText(card('Eggs tomorrow'), /High/);
});

test('selection: several cards change in one step, which one undo reverts', async ({ app }) => {
  const bar = role('region', 'Selected cards');
  await app.expectVisible(css('[data-card-id]:focus', 'Eggs tomorrow'));
  // The commands of a board are loaded after it is shown. A second press would undo the first, so the card itself is checked: the
  // bar may be shown later.
  const select = async () => {
    const selected = await app.count(css('[data-card-id][aria-describedby*="selected"]'));
    if (selected === 0) await app.type('x');
    return selected;
  };
  await expect.poll(select, { intervals: [1000] }).toBe(1);
  await app.expectVisible(bar);
  await app.press('ArrowUp', 'Shift');
  await app.expectText(css('span', '2 selected', bar), '2 selected');
  await app.expectVisible(css('[data-card-id]:focus', 'Bread'));
  await app.type('p');
  await app.expectVisible(css('[role="listbox"]:focus'));
  await app.type('m');
  await app.press('Enter');
  for (const title of ['Bread', 'Eggs tomorrow']) await app.expectText(card(title), /Medium/);
  await app.expectVisible(css('[data-card-id]:focus', 'Bread'));
  await app.press('z', 'Control');
  await app.expectText(card('Bread'), /^(?!.*Medium).*Bread/s);
  await app.expectText(card('Eggs tomorrow'), /High/);
  await app.press('Escape');
  await app.expectNone(bar);
  await app.press('End');
  await app.press('Delete');
  await expectLayout(app, [['Today', ['Bread']], ['Done', ['Milk']]]);
});

test('timer: a session runs, pauses over a reload and ends in the break', async ({ app }) => {
  await follow(app, 'Home');
  await app.click(role('button', 'Switch to timer'));
  await app.expectText(role('timer'), '25:00');
  await app.click(role('button', 'Start'));
  await app.expectText(role('timer'), /^24:\d\d$/);
  await app.click(role('button', 'Pause'));
  await app.reload();
  await app.click(role('button', 'Switch to timer'));
  await app.expectText(role('timer'), /^24:\d\d$/);
  await app.expectVisible(role('button', 'Resume'));
  await app.click(role('button', 'Reset'));
  await app.expectText(role('timer'), '25:00');

  await app.click(role('button', 'Timer settings'));
  const dialog = role('dialog', 'Timer settings');
  await app.fill(role('textbox', 'Minutes', dialog), '0');
  await app.fill(role('textbox', 'Seconds', dialog), '2');
  await app.press('Enter');
  await app.press('Escape');
  await app.expectNone(dialog);
  await app.click(role('button', 'Start'));
  await app.expectText(role('timer'), '05:00');
});

test('notes: typed text survives a reload', async ({ app }) => {
  await app.goto('/app/notes');
  await app.click(css('main button', 'New note'));
  await app.expectVisible(css('[aria-label="Note"]:focus'));
  await app.type('Rye bread');
  await app.press('Enter');
  await app.type('Flour and water');
  await expect.poll(() => app.evaluate('document.title')).toBe('Rye bread – Notes');
  await app.reload();
  const lines = `[...document.querySelector('[aria-label="Note"]')?.children ?? []].map(({ textContent }) => textContent)`;
  await expect.poll(() => app.evaluate(lines)).toEqual(['Rye bread', 'Flour and water']);
  await app.expectVisible(noteText);
});

/** An expression that stores a session of 25 minutes yesterday, as another device of the user would. */
const SESSION_FROM_ANOTHER_DEVICE = `(() => {
  const end = Date.now() - 24 * 60 * 60_000;
  const segment = { start: new Date(end - 25 * 60_000).toISOString(), end: new Date(end).toISOString(), utc_offset: 60 };
  return fetch('/api/focus-sessions/', {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + localStorage.getItem('access_token'), 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: crypto.randomUUID(), kind: 'focus', planned: 25 * 60, outcome: 'completed', board_id: null, card_id: null, segments: [segment] }),
  }).then((response) => response.status);
})()`;

test('stats: a session of another device counts', async ({ app }) => {
  // Sessions under a minute do not count, and a test cannot wait that long.
  expect(await app.evaluate(SESSION_FROM_ANOTHER_DEVICE)).toBeLessThan(300);
  await follow(app, 'Stats');
  await app.expectVisible(role('heading', 'My Stats'));
  await app.expectText(css('dl > div', 'Total Sessions'), 'Total Sessions1');
  await app.expectVisible(role('group', 'Focus time by day: This week'));
});

test('settings: a changed length survives a reload', async ({ app }) => {
  await app.goto('/app/settings');
  await app.fill(role('spinbutton', 'Short break'), '7');
  await app.click(role('button', 'Save Focus Time'));
  await app.expectVisible(css('[role="status"]', 'Focus time saved successfully!'));
  await app.reload();
  await app.expectValue(role('spinbutton', 'Short break'), '7');
});

/** Opens the share dialog of the open board, and creates a link to it. Returns the path of the link. */
async function createLink(app: App): Promise<string> {
  await app.click(role('button', /^Share/));
  await app.click(role('button', 'Create link'));
  const field = role('textbox', 'Invitation link');
  await expect.poll(() => app.value(field)).toMatch(/\/join\//);
  const { pathname } = new URL(await app.value(field));
  await app.press('Escape');
  await app.expectNone(role('dialog', /^Share/));
  return pathname;
}

test('sharing: another person signs up by a link, and both see the changes of each other', async ({ app, colleague }) => {
  await app.goto('/app/b');
  await app.click(css('main [data-board-id] a', 'Groceries'));
  await app.expectVisible(role('heading', 'Groceries'));
  await colleague.goto(await createLink(app));
  await signUp(colleague, { ...newUser(), first_name: 'Grace', last_name: 'Hopper' });
  await colleague.expectVisible(role('heading', 'Groceries'));
  await expectLayout(colleague, [['Today', ['Bread']], ['Done', ['Milk']]]);
  await app.expectVisible(role('button', 'Share: 2 members'));

  await colleague.drag(card('Milk'), list('Today'));
  // Where a card lands in a list that is not empty depends on the size of the list.
  await app.expectVisible(css('[data-card-id]', 'Milk', list('Today')));
  await app.drag(card('Milk'), list('Done'));
  await expectLayout(colleague, [['Today', ['Bread']], ['Done', ['Milk']]]);
});

test('presence: the board shows the people who have it open, and the card that they edit', async ({ app, colleague }) => {
  const here = `document.getElementById([...document.querySelectorAll('button[aria-haspopup="dialog"]')]
    .map((button) => button.getAttribute('aria-describedby')).find((id) => id !== null))?.textContent`;
  await expect.poll(() => app.evaluate(here)).toBe('Here now: Grace Hopper');
  await colleague.click(card('Bread'));
  await colleague.click(role('textbox', 'New comment'));
  await app.expectVisible(css('[data-editing]'));
  await colleague.press('Escape');
  await app.expectNone(css('[data-editing]'));
  await colleague.press('Escape');
  await colleague.expectNone(role('dialog'));
});

test('inbox: a mention leads to its card, and a reply mentions the other person', async ({ app, colleague }) => {
  const mention = async (from: App, typed: string, name: string) => {
    const comment = role('textbox', 'New comment');
    await from.click(comment);
    await from.type(`Please look, @${typed}`);
    await from.expectVisible(role('option', name));
    await from.press('Enter');
    await expect.poll(() => from.value(comment)).toBe(`Please look, @${name} `);
    await from.click(role('button', 'Comment'));
    await from.expectText(css('mark', `@${name}`), `@${name}`);
  };
  await app.expectNone(role('dialog'));
  await colleague.click(card('Bread'));
  await mention(colleague, 'ada', 'Ada Byron');
  await app.click(role('link', 'Inbox, 1 unread'));
  await app.click(css('main li a', undefined, css('main li', 'Grace Hopper')));
  const dialog = role('dialog', 'Bread');
  await app.expectVisible(dialog);
  await app.expectText(css('mark', '@Ada Byron', dialog), '@Ada Byron');
  await mention(app, 'gra', 'Grace Hopper');
  await app.press('Escape');
  await app.expectNone(dialog);
  await app.expectVisible(role('link', 'Inbox'));
  await colleague.expectText(css('mark', '@Grace Hopper'), '@Grace Hopper');
  await colleague.press('Escape');
  await colleague.expectVisible(role('link', 'Inbox, 1 unread'));
});

test.describe('a lost board', () => {
  // Logged by the browser for what the removed member may no longer read.
  test.use({ expectedProblems: /status of 404/ });

  test('removal: the board of another person closes when they remove the user', async ({ app, colleague }) => {
    await colleague.goto('/app/b');
    await addBoard(colleague, 'Launch');
    await app.goto(await createLink(colleague));
    await app.expectVisible(role('heading', 'Launch'));
    await colleague.click(role('button', /^Share/));
    await colleague.click(role('button', 'Options for Ada Byron'));
    await colleague.click(role('menuitem', 'Remove'));
    await colleague.click(role('button', 'Remove', role('dialog', 'Remove Ada Byron?')));
    await app.expectVisible(role('heading', 'You no longer have access to this board'));
    await app.click(role('link', 'Go to My Boards'));
    await app.expectVisible(css('main [data-board-id] a', 'Groceries'));
    await app.expectNone(css('main [data-board-id] a', 'Launch'));
    // Leaves the app, because the server stops in the next test.
    await colleague.evaluate(`location.replace('about:blank')`);
  });
});

test.describe('without a network', () => {
  // Logged by the browser, and then by the core, for requests that do not reach the server.
  test.use({ expectedProblems: /ERR_CONNECTION|WebSocket|can’t establish a connection|Error (fetching|validating|refreshing)|NetworkError|Load failed/ });

  test('offline start: the app opens from its service worker, and a change is sent later', async ({ app, server }) => {
    test.setTimeout(150_000);
    await expectServiceWorker(app);
    await follow(app, 'Boards');
    await app.click(css('main [data-board-id] a', 'Groceries'));
    await expectLayout(app, [['Today', ['Bread']], ['Done', ['Milk']]]);
    await expectUnsent(app, 0);
    await server.kill();
    await app.reload();
    await expectLayout(app, [['Today', ['Bread']], ['Done', ['Milk']]]);
    await app.click(role('button', 'Add card', list('Today')));
    await app.expectVisible(css('input:focus, textarea:focus', undefined, list('Today')));
    await app.type('Salt');
    await app.press('Enter');
    await app.press('Escape');
    await expectUnsent(app, 1);
    await app.reload();
    await expectLayout(app, [['Today', ['Bread', 'Salt']], ['Done', ['Milk']]]);
    await server.start();
    await expectUnsent(app, 0);
    await app.reload();
    await expectLayout(app, [['Today', ['Bread', 'Salt']], ['Done', ['Milk']]]);
  });
});
