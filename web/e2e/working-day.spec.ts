/**
 * A whole working day with the keyboard alone: no pointer is used, and the focus is visible after every key, apart from the
 * presses of Tab on the way to an element.
 */
import type { Locator, Page } from '@playwright/test';
import { authorization } from './support/api';
import { cardTitled, expectLayout, expectSent, listNamed, liveRegion } from './support/board';
import { Keyboard } from './support/keyboard';
import { newUser } from './support/users';
import { expect, test } from './support/test';

const COLLEAGUE = { first_name: 'Grace', last_name: 'Hopper' };

/** Runs a command of the palette by its name. */
async function runCommand(page: Page, keyboard: Keyboard, name: string): Promise<void> {
  await keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await keyboard.expectFocus(field);
  await keyboard.type(name);
  await expect(page.getByRole('option', { name: new RegExp(`^${name}`, 'i') }).first()).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expect(field).toBeHidden();
}

/** Accepts an invitation as another person. */
async function acceptAsColleague(page: Page, link: string): Promise<void> {
  const user = { ...newUser(), ...COLLEAGUE };
  const signedUp = await page.request.post('/api/auth/signup/', { data: user });
  const { access_token } = await signedUp.json();
  const token = new URL(link).pathname.split('/').pop();
  const joined = await page.request.post(`/api/invitations/${token}/accept/`, { headers: authorization(access_token) });
  expect(joined.ok(), await joined.text()).toBe(true);
}

/**
 * Presses a key until it has its effect, because some keys work only once their code is loaded. A second press of some keys undoes
 * the first, so an effect that is late must not cause one.
 */
async function pressUntil(keyboard: Keyboard, key: string, effect: Locator): Promise<void> {
  await expect(async () => {
    if (!(await effect.isVisible())) await keyboard.press(key);
    await expect(effect).toBeVisible({ timeout: 5000 });
  }).toPass();
}

const selectionBar = (page: Page) => page.getByRole('region', { name: 'Selected cards' });

test('a working day by keyboard alone', async ({ page, account }) => {
  // Longer than all other tests, because a day is one test.
  test.setTimeout(180_000);
  const keyboard = await Keyboard.watch(page);
  await page.evaluate(() => localStorage.clear());

  await test.step('log in', async () => {
    await page.goto('/auth?type=login');
    await keyboard.tabTo(page.getByRole('textbox', { name: 'Email' }));
    await keyboard.type(account.email);
    await keyboard.tabTo(page.getByLabel('Password', { exact: true }));
    await keyboard.type(account.password);
    await keyboard.press('Enter');
    await keyboard.expectFocus(page.getByRole('button', { name: 'Continue' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/app$/);
    await expect(page.locator('#content')).not.toHaveAttribute('aria-busy');
  });

  await test.step('create a board', async () => {
    await page.waitForLoadState('networkidle');
    await runCommand(page, keyboard, 'Go to Boards');
    await expect(page).toHaveURL(/\/app\/b$/);
    await keyboard.tabTo(page.getByRole('button', { name: 'Add Board' }).first());
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add New Board' });
    await keyboard.expectFocus(dialog.getByRole('textbox', { name: 'Board Name' }));
    await keyboard.type('Launch');
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await keyboard.tabTo(page.getByRole('main').getByRole('link', { name: 'Launch' }));
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Launch' })).toBeVisible();
  });

  await test.step('add lists and cards', async () => {
    await keyboard.tabTo(page.getByRole('button', { name: 'New List' }));
    await keyboard.press('Enter');
    for (const name of ['To do', 'Review', 'Done']) {
      await keyboard.expectFocus(page.getByRole('textbox', { name: 'List name' }));
      await keyboard.type(name);
      await keyboard.press('Enter');
      await expect(listNamed(page, name)).toBeVisible();
    }
    await keyboard.press('Escape');
    await keyboard.expectFocus(page.getByRole('button', { name: 'New List' }));
    await keyboard.press('Control+Home');
    await pressUntil(keyboard, 'n', page.getByRole('textbox', { name: 'Card title' }));
    for (const title of ['Book the room', 'Write the talk', 'Print the flyers']) {
      await keyboard.expectFocus(page.getByRole('textbox', { name: 'Card title' }));
      await keyboard.type(title);
      await keyboard.press('Enter');
      await expect(cardTitled(page, title)).toBeVisible();
    }
    await keyboard.press('Escape');
    await keyboard.expectFocus(listNamed(page, 'To do').getByRole('button', { name: 'Add card' }));
  });

  await test.step('share the board', async () => {
    const share = page.getByRole('button', { name: /^Share/ });
    await keyboard.tabTo(share, 'Shift+Tab');
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Share/ });
    await keyboard.tabTo(dialog.getByRole('button', { name: 'Create link' }));
    await keyboard.press('Enter');
    const link = dialog.getByRole('textbox', { name: 'Invitation link' });
    await expect(link).toHaveValue(/\/join\//);
    await acceptAsColleague(page, await link.inputValue());
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Share: 2 members' })).toBeFocused();
  });

  await test.step('label cards', async () => {
    await keyboard.tabTo(listNamed(page, 'To do').getByRole('button', { name: 'Add card' }));
    await keyboard.press('Home');
    await keyboard.expectFocus(cardTitled(page, 'Book the room'));
    await keyboard.press('l');
    await keyboard.expectFocus(page.getByRole('combobox', { name: 'Find or add a label' }));
    await keyboard.type('venue');
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await keyboard.expectFocus(cardTitled(page, 'Book the room'));
    await expect(cardTitled(page, 'Book the room')).toContainText('venue');
  });

  await test.step('quick add', async () => {
    await keyboard.press('q');
    const field = page.getByRole('textbox', { name: 'Quick add' });
    await keyboard.expectFocus(field);
    await expect(page.getByRole('combobox', { name: 'List' })).toHaveValue(/./);
    await keyboard.type('Send report tomorrow 5pm #Launch/Review !high @Grace @venue ');
    await expect(page.locator('[data-understood]')).toHaveText(['tomorrow', '5pm', '#Launch/Review', '!high', '@Grace', '@venue']);
    await keyboard.press('Enter');
    await expect(field).toHaveValue('');
    await expect(page.getByRole('dialog').getByText('Added to Launch')).toBeVisible();
    await keyboard.press('Escape');
    await keyboard.expectFocus(cardTitled(page, 'Book the room'));
    const added = cardTitled(page, 'Send report');
    await expect(listNamed(page, 'Review').locator(added)).toBeVisible();
    await expect(added.locator('time')).toContainText('Tomorrow');
    await expect(added).toContainText('High');
    await expect(added).toContainText('venue');
    await expect(added).toContainText('GH');
  });

  await test.step('move between cards, and move a card', async () => {
    await keyboard.press('ArrowDown');
    await keyboard.expectFocus(cardTitled(page, 'Write the talk'));
    await keyboard.press('End');
    await keyboard.expectFocus(cardTitled(page, 'Print the flyers'));
    await keyboard.press('ArrowRight');
    await keyboard.expectFocus(cardTitled(page, 'Send report'));
    await keyboard.press('ArrowLeft', 'ArrowUp', 'ArrowUp');
    await keyboard.press('Home');
    await keyboard.expectFocus(cardTitled(page, 'Book the room'));
    let last = await liveRegion(page).textContent();
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) {
      await keyboard.press(key);
      await expect(liveRegion(page)).not.toHaveText(last ?? '');
      last = await liveRegion(page).textContent();
    }
    await expect(liveRegion(page)).toContainText('dropped in');
    await expectLayout(page, [['To do', ['Write the talk', 'Print the flyers']], ['Review', ['Send report']], ['Done', ['Book the room']]]);
    await keyboard.expectFocus(cardTitled(page, 'Book the room'));
  });

  await test.step('change several cards at once', async () => {
    await keyboard.press('Control+Home');
    await keyboard.expectFocus(cardTitled(page, 'Write the talk'));
    await keyboard.press('x');
    await expect(selectionBar(page)).toContainText('1 selected');
    await keyboard.press('Shift+ArrowDown');
    await expect(selectionBar(page)).toContainText('2 selected');
    await keyboard.press('l');
    await keyboard.expectFocus(page.getByRole('combobox', { name: 'Find or add a label' }));
    await keyboard.type('launch day');
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    for (const title of ['Write the talk', 'Print the flyers']) await expect(cardTitled(page, title)).toContainText('launch day');
    await keyboard.press('d');
    await keyboard.tabTo(page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'Tomorrow' }));
    await keyboard.press('Enter');
    for (const title of ['Write the talk', 'Print the flyers']) await expect(cardTitled(page, title).locator('time')).toContainText('Tomorrow');
    await keyboard.expectFocus(cardTitled(page, 'Print the flyers'));
    await keyboard.press('m');
    await keyboard.expectFocus(page.getByRole('combobox', { name: 'Find a list' }));
    await keyboard.type('review');
    await keyboard.press('Enter');
    await expectLayout(page, [['To do', []], ['Review', ['Send report', 'Write the talk', 'Print the flyers']], ['Done', ['Book the room']]]);
    await keyboard.press('c');
    for (const title of ['Write the talk', 'Print the flyers']) await expect(cardTitled(page, title)).toContainText('Completed');
    await keyboard.press('Control+z');
    for (const title of ['Write the talk', 'Print the flyers']) await expect(cardTitled(page, title)).not.toContainText('Completed');
    await keyboard.press('Control+z');
    await expectLayout(page, [['To do', ['Write the talk', 'Print the flyers']], ['Review', ['Send report']], ['Done', ['Book the room']]]);
    await keyboard.press('Control+z');
    for (const title of ['Write the talk', 'Print the flyers']) await expect(cardTitled(page, title).locator('time')).toHaveCount(0);
    await keyboard.press('Control+z');
    for (const title of ['Write the talk', 'Print the flyers']) await expect(cardTitled(page, title)).not.toContainText('launch day');
    await keyboard.press('Escape');
    await expect(selectionBar(page)).toBeHidden();
  });

  await test.step('edit a card', async () => {
    await keyboard.press('Control+Home');
    await keyboard.expectFocus(cardTitled(page, 'Write the talk'));
    await keyboard.press('Enter');
    let dialog = page.getByRole('dialog', { name: 'Write the talk' });
    await keyboard.tabTo(dialog.getByRole('button', { name: 'Title: Write the talk, change' }));
    await keyboard.press('Enter');
    await keyboard.expectFocus(dialog.getByRole('textbox', { name: 'Title' }));
    await keyboard.press('Control+a');
    await keyboard.type('Give the talk');
    await keyboard.press('Enter');
    dialog = page.getByRole('dialog', { name: 'Give the talk' });
    await expect(dialog).toBeVisible();
    await keyboard.expectFocus(dialog.getByRole('button', { name: 'Title: Give the talk, change' }));

    await keyboard.tabTo(dialog.getByRole('button', { name: 'Add due date' }));
    await keyboard.press('Enter');
    const due = page.getByRole('dialog', { name: 'Due date' });
    await keyboard.tabTo(due.getByRole('button', { name: 'Today' }));
    await keyboard.press('Enter');
    await expect(due).toBeHidden();
    await keyboard.expectFocus(dialog.getByRole('button', { name: /^Due date: .*, change$/ }));

    await keyboard.tabTo(dialog.getByRole('button', { name: 'Add labels' }));
    await keyboard.press('Enter');
    await keyboard.expectFocus(page.getByRole('combobox', { name: 'Find or add a label' }));
    await keyboard.type('venue');
    await keyboard.press('Enter');
    await keyboard.press('Escape');
    await keyboard.expectFocus(dialog.getByRole('button', { name: 'Labels: venue, change' }));

    const subtask = dialog.getByRole('textbox', { name: 'New sub-task' });
    await keyboard.tabTo(subtask);
    for (const title of ['Slides', 'Practice']) {
      await keyboard.type(title);
      await keyboard.press('Enter');
      await expect(dialog.getByRole('checkbox', { name: title })).toBeVisible();
      await expect(subtask).toHaveValue('');
    }
    await keyboard.tabTo(dialog.getByRole('checkbox', { name: 'Slides' }), 'Shift+Tab');
    await keyboard.press('Space');
    await expect(dialog.getByText('1 of 2')).toBeVisible();

    await keyboard.tabTo(dialog.getByRole('textbox', { name: 'New comment' }));
    await keyboard.type('Twenty minutes, then questions.');
    await keyboard.press('Control+Enter');
    await expect(dialog.getByRole('list', { name: 'Comments' })).toContainText('Twenty minutes, then questions.');

    await keyboard.tabTo(dialog.getByRole('button', { name: 'Edit Details' }));
    await keyboard.press('Enter');
    const description = dialog.getByRole('textbox', { name: 'Description' });
    await keyboard.tabTo(description);
    await keyboard.type('About **one** idea.');
    await keyboard.tabTo(dialog.getByRole('button', { name: 'Save', exact: true }));
    await keyboard.press('Enter');
    await expect(dialog.locator('strong')).toHaveText('one');
    await keyboard.expectFocus(dialog.getByRole('button', { name: 'Edit Details' }));
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await keyboard.expectFocus(cardTitled(page, 'Give the talk'));
  });

  await test.step('focus', async () => {
    await keyboard.press('g', 'h');
    await expect(page).toHaveURL(/\/app$/);
    await pressUntil(keyboard, 'Space', page.getByRole('timer'));
    await expect(page.getByRole('timer')).toHaveText(/^24:/);
    await keyboard.press('Space');
    await keyboard.tabTo(page.getByRole('button', { name: 'Resume' }));
    await keyboard.press('r');
    await expect(page.getByRole('timer')).toHaveText('25:00');
    await keyboard.tabTo(page.getByRole('button', { name: 'Start' }));
  });

  await test.step('search', async () => {
    await keyboard.press('Control+Shift+f');
    await keyboard.expectFocus(page.getByRole('searchbox', { name: 'Search boards, cards and notes' }));
    await keyboard.type('one idea');
    await expect(page.getByRole('link', { name: 'Card Give the talk' })).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.expectFocus(page.getByRole('link', { name: 'Card Give the talk' }));
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Give the talk' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await keyboard.expectFocus(cardTitled(page, 'Give the talk'));
  });

  await test.step('reschedule on the calendar', async () => {
    await keyboard.press('g', 'c');
    await expect(page).toHaveURL(/\/app\/calendar/);
    const entry = page.getByRole('gridcell').getByRole('button', { name: /Send report/ });
    await expect(entry).toBeVisible();
    await keyboard.tabTo(page.locator('[role="gridcell"][tabindex="0"]'));
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await keyboard.expectFocus(entry);
    await keyboard.press('Space');
    await expect(page.getByText(/^Picked up Send report/)).toBeAttached();
    await keyboard.press('ArrowLeft');
    await keyboard.press('Space');
    await expect(page.getByText(/^Dropped Send report/)).toBeAttached();
    await keyboard.expectFocus(entry);
  });

  await test.step('plan the day', async () => {
    await keyboard.press('g', 'h');
    const line = page.getByRole('button', { name: /^2 cards today/ });
    await keyboard.tabTo(line);
    await keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Today' });
    await expect(panel).toBeVisible();
    await keyboard.tabTo(panel.getByRole('button', { name: 'Make Give the talk the main focus' }));
    await keyboard.press('Enter');
    await keyboard.tabTo(panel.getByRole('checkbox', { name: 'Complete Send report' }));
    await keyboard.press('Space');
    await expect(panel.getByRole('checkbox', { name: 'Complete Send report' })).toBeChecked();
    await keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await keyboard.expectFocus(page.getByRole('button', { name: /^1 card today/ }));
    await expect(page.getByRole('link', { name: 'Main focus Give the talk' })).toBeVisible();
  });

  await test.step('write a note', async () => {
    await keyboard.press('g', 'n');
    await expect(page).toHaveURL(/\/app\/notes/);
    await pressUntil(keyboard, 'n', page.getByRole('textbox', { name: 'Note' }));
    await keyboard.expectFocus(page.getByRole('textbox', { name: 'Note' }));
    await keyboard.type('Ideas for the talk');
    await expect(page).toHaveTitle('Ideas for the talk – Notes');
    // In the note, the keys of the palette add a link.
    await keyboard.tabTo(page.getByRole('link', { name: /^Ideas for the talk/ }), 'Shift+Tab');
  });

  await test.step('see the statistics', async () => {
    await runCommand(page, keyboard, 'Go to Stats');
    await expect(page.getByRole('heading', { level: 1, name: 'My Stats' })).toBeVisible();
  });

  await test.step('change a shortcut', async () => {
    await runCommand(page, keyboard, 'Go to Settings');
    await keyboard.tabTo(page.getByRole('tab', { name: 'Shortcuts' }).or(page.getByRole('link', { name: 'Shortcuts' })));
    await keyboard.press('Enter');
    await keyboard.tabTo(page.getByRole('button', { name: 'Change keys: Go to Tasks' }));
    await keyboard.press('Enter');
    await keyboard.expectFocus(page.getByRole('textbox', { name: 'New keys: Go to Tasks' }));
    await keyboard.press('Control+Shift+y');
    await keyboard.expectFocus(page.getByRole('button', { name: 'Change keys: Go to Tasks' }));
    await keyboard.press('Control+Shift+y');
    await expect(page).toHaveURL(/\/app\/tasks$/);
  });

  await test.step('log out', async () => {
    await expectSent(page);
    await keyboard.tabTo(page.getByRole('button', { name: 'Account' }), 'Shift+Tab');
    await keyboard.press('Enter');
    await keyboard.expectFocus(page.getByRole('menuitem').first());
    await keyboard.press('End');
    await keyboard.expectFocus(page.getByRole('menuitem', { name: 'Log Out' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/auth\?type=login$/);
    await keyboard.tabTo(page.getByRole('textbox', { name: 'Email' }));
  });
  keyboard.expectNoPointer();
});
