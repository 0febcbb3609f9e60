/** A card's dialog: everything that can be read, edited and done in it. */
import type { Locator, Page, Request } from '@playwright/test';
import { seedBoard, fetchTitles } from './support/api-board';
import { cardTitled, drag, expectLayout, expectSent, expectTools, minutesFromNow, chooseMenuItem, openSeededBoard, toast, titleOf } from './support/board';
import { logInViaApi } from './support/users';
import { expect, test } from './support/test';

/** Returns the dialog of a card by its title. */
const dialogOf = (page: Page, title: string) => page.getByRole('dialog', { name: title });

/** Opens a card by clicking it. */
async function open(page: Page, title: string): Promise<Locator> {
  await titleOf(page, title).click();
  const dialog = dialogOf(page, title);
  await expect(dialog.getByRole('button', { name: 'Edit Details' })).toBeEnabled();
  return dialog;
}

test('a card that another browser deletes closes its dialog, and what is still typed changes no other card', async ({ accountPage: page, account: user, anotherBrowser }) => {
  const address = await openSeededBoard(page, 'Launch', { 'To do': ['Book the room', 'Invite people'] });
  const other = await anotherBrowser();
  await logInViaApi(other, user);
  await other.goto(address);
  await expectTools(other);
  const dialog = await open(page, 'Book the room');
  const comment = dialog.getByRole('textbox', { name: 'New comment' });
  await comment.pressSequentially('please ');
  await cardTitled(other, 'Book the room').focus();
  await other.keyboard.press('Delete');
  await expect(dialog).toBeHidden();
  await expect(toast(page, 'The card you had open was deleted, archived or moved to another board.')).toBeVisible();
  await page.keyboard.type('echo q ');
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectLayout(page, [['To do', ['Invite people']]]);

  // The comment is kept for a card that comes back.
  await other.keyboard.press('Control+z');
  await open(page, 'Book the room');
  await expect(comment).toHaveValue('please ');
});

test('all edits of a card survive kill -9 and appear in another browser', async ({
  page,
  account: user,
  server,
  anotherBrowser,
}) => {
  // Checks every field of a card one by one, and all of them twice more.
  test.slow();
  const address = await seedBoard(page, 'Launch', { 'To do': ['Book the room'], Done: [] });
  await page.goto(address);
  let dialog = await open(page, 'Book the room');
  await expect(dialog.getByText('Add a description')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add reminder' })).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Title: Book the room, change' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Book the big room');
  await page.keyboard.press('Enter');
  dialog = dialogOf(page, 'Book the big room');
  await dialog.getByRole('button', { name: 'Edit Details' }).click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('For **twelve** people:\n\n- projector\n- coffee');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.locator('strong')).toHaveText('twelve');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'projector' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Edit Details' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Priority: Low, change' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await expect(dialog.getByRole('button', { name: 'Priority: High, change' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Add due date' }).click();
  const due = page.getByRole('dialog', { name: 'Due date' });
  await due.getByLabel('Date', { exact: true }).fill('2031-05-17');
  await due.getByLabel('Time', { exact: true }).fill('14:30');
  await page.keyboard.press('Enter');
  await expect(due).toBeHidden();
  await dialog.getByRole('button', { name: 'Add labels' }).click();
  const labels = page.getByRole('combobox', { name: 'Find or add a label' });
  await labels.fill('venue');
  await labels.press('Enter');
  await expect(labels).toHaveValue('');
  await labels.fill('urgent');
  await labels.press('Enter');
  await labels.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Labels: venue, urgent, change' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Change color of venue' }).click();
  const colors = page.getByRole('radiogroup', { name: 'Color of venue' });
  await colors.getByTitle('Teal').click();
  await expect(colors.getByRole('radio', { name: 'Teal' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(colors).toBeHidden();

  const subtask = dialog.getByRole('textbox', { name: 'New sub-task' });
  for (const title of ['Ask for prices', 'Pay', 'Send the address']) {
    await subtask.fill(title);
    await subtask.press('Enter');
    await expect(dialog.getByRole('checkbox', { name: title })).toBeVisible();
    await expect(subtask).toHaveValue('');
  }
  await dialog.getByRole('checkbox', { name: 'Ask for prices' }).check();
  await expect(dialog.getByText('1 of 3')).toBeVisible();
  await chooseMenuItem(page, dialog.getByRole('button', { name: 'Options for Send the address' }), 'Move up');
  await chooseMenuItem(page, dialog.getByRole('button', { name: 'Options for Pay' }), 'Rename');
  await dialog.getByRole('textbox', { name: 'Sub-task', exact: true }).fill('Pay the deposit');
  await page.keyboard.press('Enter');

  await dialog.getByRole('textbox', { name: 'New comment' }).fill('They are *closed* on Mondays.');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('list', { name: 'Comments' }).locator('em')).toHaveText('closed');
  await chooseMenuItem(page, dialog.getByRole('button', { name: 'Add reminder' }), '1 day before');
  await dialog.getByRole('button', { name: 'Add reminder' }).click();
  await page.getByRole('menuitem', { name: 'Custom…' }).click();
  await dialog.getByRole('textbox', { name: 'Time before due' }).fill('3');
  await dialog.getByRole('combobox', { name: 'Unit' }).selectOption('hours');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();

  const expectEverything = async (there: Page) => {
    const card = dialogOf(there, 'Book the big room');
    await expect(card.locator('strong')).toHaveText('twelve');
    const facts = card.getByRole('complementary', { name: 'Details' });
    await expect(facts.locator('time')).toHaveAttribute('datetime', '2031-05-17T14:30');
    await expect(facts.getByText('High')).toBeVisible();
    await expect(facts.getByTitle('venue')).toHaveAttribute('style', /--label: ?#158fad/);
    await expect(facts.getByTitle('urgent')).toBeVisible();
    await expect(card.getByRole('list', { name: 'Sub-tasks' }).getByRole('listitem')).toHaveText([
      'Ask for prices',
      'Send the address',
      'Pay the deposit',
    ]);
    await expect(card.getByRole('checkbox', { name: 'Ask for prices' })).toBeChecked();
    await expect(card.getByRole('progressbar', { name: 'Sub-tasks done' })).toHaveAttribute('aria-valuenow', '1');
    await expect(card.getByRole('list', { name: 'Comments' })).toContainText('They are closed on Mondays.');
    await expect(card.getByRole('list', { name: 'Reminders' }).getByRole('listitem')).toHaveText(['1 day before', '3 hours before']);
  };
  await expectEverything(page);
  await expectSent(page);
  await server.restart(page);
  await expectEverything(page);
  await page.keyboard.press('Escape');
  for (const detail of ['1 of 3 sub-tasks done', '1 comment', '2 reminders']) {
    await expect(cardTitled(page, 'Book the big room').getByRole('img', { name: detail })).toBeVisible();
  }

  const other = await anotherBrowser();
  await logInViaApi(other, user);
  await other.goto(address);
  await open(other, 'Book the big room');
  await expectEverything(other);
});

test('a link opens the card, and going back closes it', async ({ accountPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const address = await seedBoard(page, 'Launch', { 'To do': ['Book the room', 'Print the flyers'] });
  await page.goto(address);
  const dialog = await open(page, 'Book the room');
  const card_id = await cardTitled(page, 'Book the room').getAttribute('data-card-id');
  await expect(page).toHaveURL(new RegExp(`${address}\\?card=${card_id}$`));
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByRole('button', { name: 'Link copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(page.url());
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await page.goForward();
  await expect(dialog).toBeVisible();

  const second = await context.newPage();
  await second.goto(link);
  await expect(dialogOf(second, 'Book the room')).toBeVisible();
  await second.keyboard.press('Escape');
  await expect(dialogOf(second, 'Book the room')).toBeHidden();
  await expect(second).toHaveURL(new RegExp(`${address}$`));
  await second.goto(`${address}?card=${crypto.randomUUID()}`);
  await expect(second.getByText('This card isn’t on this board')).toBeVisible();
});

test('drafts survive Escape, a backdrop click and a reload per field', async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Launch', { 'To do': ['Book the room', 'Print the flyers'] });
  await page.goto(address);
  let dialog = await open(page, 'Book the room');
  await dialog.getByRole('textbox', { name: 'New comment' }).fill('Half a com');
  await dialog.getByRole('textbox', { name: 'New sub-task' }).fill('Half a sub-task');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  dialog = await open(page, 'Print the flyers');
  await expect(dialog.getByRole('textbox', { name: 'New comment' })).toHaveValue('');
  await page.mouse.click(8, 400);
  await expect(dialog).toBeHidden();

  dialog = await open(page, 'Book the room');
  await expect(dialog.getByRole('textbox', { name: 'New comment' })).toHaveValue('Half a com');
  await dialog.getByRole('button', { name: 'Edit Details' }).click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Half a descr');
  await page.mouse.click(8, 400);
  await expect(dialog).toBeHidden();
  await page.reload();
  await titleOf(page, 'Book the room').click();
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Half a descr');
  await expect(dialog.getByText('Unsaved changes')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'New comment' })).toHaveValue('Half a com');
  await expect(dialog.getByRole('textbox', { name: 'New sub-task' })).toHaveValue('Half a sub-task');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog.getByText('Add a description')).toBeVisible();
  await page.reload();
  await expect(dialog.getByText('Add a description')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'New comment' })).toHaveValue('Half a com');
});

test('while the dialog is open nothing behind it can be dragged', async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Launch', { 'To do': ['Book the room', 'Print the flyers'] });
  await page.goto(address);
  await open(page, 'Print the flyers');
  await drag(page, cardTitled(page, 'Book the room'), cardTitled(page, 'Print the flyers'), 'bottom');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'Print the flyers')).toBeHidden();
  await expectLayout(page, [['To do', ['Book the room', 'Print the flyers']]]);
  expect(await fetchTitles(page, address, 'To do')).toEqual(['Book the room', 'Print the flyers']);
});

test('a card is archived and deleted from its dialog, and Undo in the toast brings it back', { tag: '@long' }, async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Launch', { 'To do': ['Book the room', 'Print the flyers'] });
  await page.goto(address);
  let dialog = await open(page, 'Book the room');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(dialog).toBeHidden();
  await expect(cardTitled(page, 'Book the room')).toBeHidden();
  await toast(page, 'Card archived').getByRole('button', { name: 'Undo' }).click();
  await expectLayout(page, [['To do', ['Book the room', 'Print the flyers']]]);

  dialog = await open(page, 'Book the room');
  await dialog.getByRole('textbox', { name: 'New sub-task' }).fill('Ask for prices');
  await page.keyboard.press('Enter');
  await chooseMenuItem(page, dialog.getByRole('button', { name: 'Options for Ask for prices' }), 'Delete');
  await expect(dialog.getByRole('checkbox', { name: 'Ask for prices' })).toBeHidden();
  await toast(page, 'Sub-task deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Ask for prices' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(cardTitled(page, 'Book the room')).toBeHidden();
  await toast(page, 'Card deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(cardTitled(page, 'Book the room').getByRole('img', { name: '0 of 1 sub-task done' })).toBeVisible();
  await expectSent(page);
  expect(await fetchTitles(page, address, 'To do')).toEqual(['Book the room', 'Print the flyers']);
});

test('the activity shows who did what', async ({ page, account: user }) => {
  const address = await seedBoard(page, 'Launch', { 'To do': ['Book the room'], Done: [] });
  await page.goto(address);
  const dialog = await open(page, 'Book the room');
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  await dialog.getByRole('textbox', { name: 'New comment' }).fill('Booked.');
  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('button', { name: 'Move to…' }).click();
  const move = page.getByRole('dialog', { name: 'Move card' });
  await move.getByRole('combobox', { name: 'List' }).selectOption('Done');
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(move).toBeHidden();
  await expectSent(page);
  await dialog.getByRole('button', { name: 'Show activity' }).click();
  const activity = dialog.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  const who = `(You|${user.first_name} ${user.last_name})`;
  await expect(activity).toHaveText([
    new RegExp(`^${who} added this card to “To do”`),
    new RegExp(`^${who} marked it as done`),
    /Booked\.$/,
    new RegExp(`^${who} moved it to “Done”`),
  ]);
});

test('a reminder shows on time and its toast opens the card', async ({ accountPage: page }) => {
  const inFlight = new Set<Request>();
  page.on('request', (request) => request.url().includes('/api/') && inFlight.add(request));
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
  await page.clock.install();
  // Requests time out after 10 seconds of the same clock, so none may be in flight when the clock jumps.
  const fastForward = async (time: string) => {
    await expect.poll(() => inFlight.size).toBe(0);
    await page.clock.fastForward(time);
  };
  // The app loads the cards with due dates a few seconds after it opens.
  const openStats = async () => {
    let hasLoadedTasks = false;
    await page.goto('/app/stats', { waitUntil: 'commit' });
    page.on('response', (response) => (hasLoadedTasks ||= response.url().includes('/api/tasks/')));
    await expect(page.getByRole('heading', { level: 1, name: 'My Stats' })).toBeVisible();
    while (!hasLoadedTasks) await fastForward('00:02');
    await expect.poll(() => inFlight.size).toBe(0);
  };
  const { due_date } = await minutesFromNow(page, 20);
  const address = await seedBoard(page, 'Launch', { 'To do': [{ title: 'Call the caterer', due_date }] });
  await page.goto(address);
  const dialog = await open(page, 'Call the caterer');
  await chooseMenuItem(page, dialog.getByRole('button', { name: 'Add reminder' }), '10 minutes before');
  await expect(dialog.getByRole('list', { name: 'Reminders' })).toHaveText('10 minutes before');
  await expectSent(page);
  const call = toast(page, /Call the caterer is due/);
  await openStats();
  await fastForward('07:30');
  await expect(call).toBeHidden();
  await fastForward('02:30');
  await expect(call).toHaveCount(1);
  await call.getByRole('button', { name: 'Open' }).click();
  await expect(dialogOf(page, 'Call the caterer')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${address}\\?card=`));
  // The reminder was shown once, and must not be shown again.
  await openStats();
  await fastForward('00:50');
  await expect(page.getByRole('heading', { level: 1, name: 'My Stats' })).toBeVisible();
  await expect(call).toHaveCount(0);
});

test('a long label is shown in full in the dialog', async ({ accountPage: page }) => {
  const label = 'Waiting for an answer of the owner of the venue';
  await page.goto(await seedBoard(page, 'Launch', { 'To do': [{ title: 'Book the room', labels: [label] }] }));
  await titleOf(page, 'Book the room').click();
  const text = dialogOf(page, 'Book the room').getByTitle(label).getByText(label);
  await expect(text).toBeVisible();
  expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
});
