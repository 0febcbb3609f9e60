import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CardField, Member, Role } from '@twentyfour/core';
import { expect, it } from 'vitest';
import { type RealCore, startAccount } from '../../testing/real-core';
import { refusal, SERVER_BOARD, SERVER_CARD, serverBoard, type SharedSeed, userRecord } from '../../testing/responses';
import { preloadBoardParts } from './BoardPage';
import { cardIn, isInDescription, sentIntents, showBoard } from './testing';

const SLUG = 'groceries-7f3k';
const ME = userRecord().id;
const BEN = '018bcfe5-6800-7000-8000-000000000002';
const FORMER = '018bcfe5-6800-7000-8000-000000000003';

const member = (user_id: string, first_name: string, role: Role): Member => ({ user_id, first_name, last_name: 'Byron', picture: null, role });
const membersFor = (role: Role) => [member(BEN, 'Ben', 'owner'), member(ME, 'Ada', role)];

const COMMENTS = [
  { author_id: ME, text: 'Mine' },
  { author_id: BEN, text: 'His' },
  { author_id: FORMER, text: 'Gone' },
];

/** Opens the page of Ben's board on which the user has a role. */
async function open(role: Role, search = '', others: Member[] = [], comments: SharedSeed['comments'] = []): Promise<RealCore> {
  version = 1;
  const members = [...membersFor(role), ...others];
  const { responses } = serverBoard(SLUG, { Today: ['Milk', 'Bread'] }, { role, members, comments: [...COMMENTS, ...comments] });
  const core = await startAccount(responses);
  await preloadBoardParts();
  showBoard(SLUG, search);
  await core.settle();
  return core;
}

let version = 1;

/** Announces another role of the user. */
async function changeRole(core: RealCore, role: Role): Promise<void> {
  const { open_board } = core.state();
  const board = { ...open_board?.board, role, members: membersFor(role) };
  version += 1;
  const records = { version, is_complete: false, board, lists: [], cards: [], items: [] };
  await core.receive({ type: 'changed', board_id: SERVER_BOARD, since: version - 1, version, records });
}

const button = (name: string | RegExp) => screen.queryByRole('button', { name });

it('shows a viewer no control that changes the board', async () => {
  const core = await open('viewer');
  expect(screen.getByText('View only')).toBeVisible();
  for (const name of ['New List', 'Add card', 'Board settings', 'Move list Today']) expect(button(name), name).toBeNull();
  expect(button('Filter cards')).toBeEnabled();
  await userEvent.click(screen.getByRole('heading', { name: 'Today' }));
  expect(screen.queryByRole('textbox', { name: 'List name' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Options for Today' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Collapse', 'Watch', 'Print…', 'Copy…']);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Options for Milk' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Open', 'Focus on this card', 'Copy…']);
  expect(sentIntents(core)).toEqual([]);
});

it('lets every role watch and mute the board in its header, which shows the state', async () => {
  const core = await open('viewer');
  const choose = async (item: string) => {
    await userEvent.click(screen.getByRole('button', { name: /^Notifications/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: item }));
  };
  await choose('Watch board');
  expect(button('Notifications: watching')).toHaveFocus();
  await choose('Mute board');
  expect(button('Notifications: muted')).toHaveFocus();
  const edits = sentIntents(core).flatMap((intent) => (intent.type === 'edit_board' ? intent.edits : []));
  expect(edits).toEqual([
    { field: 'watch', value: SERVER_BOARD },
    { field: 'muted', value: true },
  ]);
  await choose('Unmute board');
  await choose('Stop watching board');
  expect(button('Notifications')).toBeVisible();
});

it('lets an admin watch and mute the board in its settings, which phones show instead', async () => {
  const core = await open('admin');
  await userEvent.click(screen.getByRole('button', { name: 'Board settings' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Board settings' }));
  await userEvent.click(panel.getByRole('button', { name: 'Watch board' }));
  expect(panel.getByRole('button', { name: 'Stop watching board' })).toHaveFocus();
  await userEvent.click(panel.getByRole('button', { name: 'Mute board' }));
  expect(panel.getByRole('button', { name: 'Unmute board' })).toHaveFocus();
  expect(core.state().open_board?.board.is_muted).toBe(true);
});

it('lets a viewer on a phone watch the board and see its activity in its options', async () => {
  const core = await open('viewer');
  await userEvent.click(screen.getByRole('button', { name: 'Board options' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Board options' }));
  const entries = within(panel.getByRole('navigation')).getAllByRole('button');
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Activity', 'Watch board', 'Mute board', 'Show compact cards', 'Print…']);
  await userEvent.click(panel.getByRole('button', { name: 'Watch board' }));
  expect(core.state().open_board?.board.watched_ids).toEqual([SERVER_BOARD]);
  await userEvent.click(panel.getByRole('button', { name: 'Activity' }));
  expect(await screen.findByRole('dialog', { name: 'Activity' })).toBeVisible();
});

it('opens the card of a viewer by Space instead of picking it up', async () => {
  await open('viewer');
  const card = screen.getByRole('button', { name: 'Milk' });
  expect(card).not.toHaveAttribute('aria-roledescription');
  card.focus();
  await userEvent.keyboard(' ');
  expect(await screen.findByRole('dialog', { name: 'Milk' })).toBeVisible();
});

it('shows a viewer a card as text', async () => {
  await open('viewer', `?card=${SERVER_CARD}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Milk' }));
  for (const name of ['Edit Details', /, change$/, 'Mark as done', 'Archive', 'Delete', 'Move to…']) expect(dialog.queryByRole('button', { name }), String(name)).toBeNull();
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.queryByRole('button', { name: /Options for comment|Add reaction/ })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Focus on this card' })).toBeVisible();
});

it('names the authors of comments, and lets a commenter change only own ones', async () => {
  await open('commenter', `?card=${SERVER_CARD}`);
  expect(screen.getByText('Can comment')).toBeInTheDocument();
  const dialog = within(await screen.findByRole('dialog', { name: 'Milk' }));
  const comments = within(dialog.getByRole('list', { name: 'Comments' })).getAllByRole('listitem');
  const authors = ['You', 'Ben Byron', 'Former member'];
  comments.forEach((comment, index) => {
    expect(within(comment).getByText(authors[index] ?? '')).toBeVisible();
    const names = within(comment).queryAllByRole('button').map((one) => one.getAttribute('aria-label')?.replace(/ from .*/, ''));
    expect(names).toEqual(index === 0 ? ['Add reaction', 'Options for comment'] : ['Add reaction']);
  });
  expect(dialog.getByRole('textbox', { name: 'New comment' })).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Edit Details' })).toBeNull();
  expect(dialog.queryByRole('button', { name: /, change$/ })).toBeNull();
});

it('lets an admin delete the comments of others, but not edit them', async () => {
  const core = await open('admin', `?card=${SERVER_CARD}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Milk' }));
  const [, his] = within(dialog.getByRole('list', { name: 'Comments' })).getAllByRole('listitem');
  await userEvent.click(within(his as HTMLElement).getByRole('button', { name: /Options for comment/ }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Delete']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(core.state().open_card?.comments.map(({ text }) => text)).toEqual(['Mine', 'Gone']);
});

it('follows a new role without a reload', async () => {
  const core = await open('editor');
  await core.goLive();
  expect(button('Add card')).toBeVisible();
  expect(button('Board settings')).toBeNull();
  await changeRole(core, 'admin');
  expect(button('Board settings')).toBeVisible();
  await changeRole(core, 'viewer');
  expect(button('Add card')).toBeNull();
  expect(button('Board settings')).toBeNull();
  expect(screen.getByText('View only')).toBeVisible();
});

it('says that access was lost, and shows what was not sent', async () => {
  const core = await open('editor');
  await core.goLive();
  await core.serve({ 'POST /boards/': null });
  core.do({ type: 'add_comment', card_id: SERVER_CARD, text: 'Two liters' });
  expect(cardIn(core, SERVER_CARD)?.comments).toBe(4);
  const gone = refusal(404, 'not_found', 'Not found.');
  await core.serve({ 'GET /boards/get-boards/': { body: [] }, [`GET /boards/${SERVER_BOARD}/changes/`]: gone, 'POST /boards/': gone });
  await act(() => core.receive({ type: 'changed', board_id: SERVER_BOARD, since: 5, version: 6, records: null }));
  await core.settle();
  expect(screen.getByRole('heading', { name: 'You no longer have access to this board' })).toBeVisible();
  expect(core.state().boards).toEqual([]);
  expect(core.state().sync.refused.map(({ what, text, code }) => ({ what, text, code }))).toEqual([
    { what: 'Comment on card “Milk”', text: 'Two liters', code: 'board_access_lost' },
  ]);
});

it('assigns members to a card, and shows their faces on it', async () => {
  const core = await open('editor', `?card=${SERVER_CARD}`);
  const dialog = await screen.findByRole('dialog', { name: 'Milk' });
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Assign someone' }));
  await userEvent.click(screen.getByRole('option', { name: 'Ben Byron' }));
  const edit = (field: 'assign' | 'unassign') => ({ type: 'edit_card', card_id: SERVER_CARD, edits: [{ field, value: BEN }] });
  expect(sentIntents(core)).toEqual([edit('assign')]);
  const assigned = within(dialog).getByRole('button', { name: 'Assigned to: Ben Byron, change' });
  expect(within(assigned).getByText('Ben Byron')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Assigned to Ben Byron', hidden: true })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('option', { name: 'Ben Byron' }));
  expect(sentIntents(core)).toEqual([edit('assign'), edit('unassign')]);
  expect(assigned).toHaveAccessibleName('Assign someone');
});

/** Announces that Ben has the board open, and which field of the first card he is editing. */
const benEdits = (core: RealCore, field: CardField | null) =>
  core.receive({
    type: 'presence',
    board_id: SERVER_BOARD,
    is_complete: true,
    present: [{ user_id: BEN, editing: field && { card_id: SERVER_CARD, field } }],
    absent: [],
  });

/** Returns the fields that were reported as being edited, in order; null for none. */
const reportedFields = ({ browser }: RealCore): unknown[] => {
  const messages = browser.live.map((text) => (text.startsWith('{') ? (JSON.parse(text) as { type: string; editing?: { field: string } | null }) : null));
  return messages.flatMap((message) => (message?.type === 'presence' ? [message.editing?.field ?? null] : []));
};

it('shows a ring around a card that another member is editing', async () => {
  const core = await open('editor');
  await core.goLive();
  await benEdits(core, null);
  expect(screen.queryByText('Ben Byron is editing')).toBeNull();
  await benEdits(core, 'description');
  const label = screen.getByText('Ben Byron is editing');
  expect(isInDescription(screen.getByRole('button', { name: 'Milk' }), label)).toBe(true);
  expect(document.querySelectorAll('[data-editing]')).toHaveLength(1);
  await core.loseLive();
  expect(screen.queryByText('Ben Byron is editing')).toBeNull();
  expect(document.querySelector('[data-editing]')).toBeNull();
});

it('names in the open card who is editing which field', async () => {
  const core = await open('commenter', `?card=${SERVER_CARD}`);
  await core.goLive();
  const dialog = within(await screen.findByRole('dialog', { name: 'Milk' }));
  await benEdits(core, 'description');
  expect(within(dialog.getByRole('region', { name: 'Description' })).getByText('Ben Byron is editing')).toBeVisible();
  await benEdits(core, 'comment');
  const comments = within(dialog.getByRole('region', { name: 'Comments' }));
  expect(comments.getByText('Ben Byron is editing')).toBeVisible();
  expect(within(dialog.getByRole('region', { name: 'Description' })).queryByText('Ben Byron is editing')).toBeNull();
  await benEdits(core, 'title');
  expect(dialog.getByText('Ben Byron is editing')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Milk', level: 2 })).toHaveStyle({ outlineStyle: 'solid' });
  await benEdits(core, null);
  expect(dialog.queryByText('Ben Byron is editing')).toBeNull();
});

it('keeps the focus and the text of a field when others start editing it', async () => {
  const core = await open('editor', `?card=${SERVER_CARD}`);
  await core.goLive();
  await screen.findByRole('dialog', { name: 'Milk' });
  const field = screen.getByRole('textbox', { name: 'New comment' });
  await userEvent.type(field, 'Two');
  await benEdits(core, 'comment');
  await userEvent.keyboard(' liters');
  expect(screen.getByRole('textbox', { name: 'New comment' })).toBe(field);
  expect(field).toHaveValue('Two liters');
});

it('reports which field has the focus', async () => {
  const core = await open('editor', `?card=${SERVER_CARD}`);
  await core.goLive();
  await core.advance(200);
  await screen.findByRole('dialog', { name: 'Milk' });
  await userEvent.click(screen.getByRole('button', { name: 'Edit Details' }));
  await userEvent.click(screen.getByRole('button', { name: 'Title: Milk, change' }));
  await core.advance(200);
  await userEvent.click(screen.getByRole('textbox', { name: 'Description' }));
  await core.advance(200);
  await core.advance(200);
  expect(reportedFields(core)).toEqual([null, 'description', 'title', 'description']);
  // The field is removed while it has the focus.
  await userEvent.keyboard('{Escape}');
  await core.advance(200);
  expect(reportedFields(core).at(-1)).toBeNull();
});

it('mentions a member who is chosen from the suggestions', async () => {
  const core = await open('commenter', `?card=${SERVER_CARD}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Milk' }));
  const field = dialog.getByRole('textbox', { name: 'New comment' });
  await userEvent.type(field, 'Hi @');
  // The user is not suggested.
  const options = () => within(screen.getByRole('listbox', { name: 'Members to mention' })).getAllByRole('option');
  expect(options().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Ben Byron')]);
  expect(field).toHaveAttribute('aria-activedescendant', options()[0]?.id);
  await userEvent.type(field, 'b{Enter}');
  expect(field).toHaveValue('Hi @Ben Byron ');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.type(field, 'and @byr{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Milk' })).toBeVisible();
  await userEvent.type(field, '{Backspace}{Backspace}{Backspace}{Backspace}ok');
  expect(field).toHaveValue('Hi @Ben Byron and ok');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(core.state().open_card?.comments.at(-1)?.mentions).toEqual([{ start: 3, end: 13 }]);
  expect(await dialog.findByText('@Ben Byron', { selector: 'mark' })).toBeVisible();
});

it('suggests nobody in an email address, and takes a click', async () => {
  await open('commenter', `?card=${SERVER_CARD}`);
  const field = within(await screen.findByRole('dialog', { name: 'Milk' })).getByRole('textbox', { name: 'New comment' });
  await userEvent.type(field, 'ben@b');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.type(field, ' @Ben by');
  await userEvent.click(screen.getByRole('option'));
  expect(field).toHaveValue('ben@b @Ben Byron ');
  expect(field).toHaveFocus();
});

it('adds and removes reactions', async () => {
  const core = await open('commenter', `?card=${SERVER_CARD}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Milk' }));
  const comment = within(dialog.getByRole('list', { name: 'Comments' })).getAllByRole('listitem')[1] as HTMLElement;
  await userEvent.click(within(comment).getByRole('button', { name: 'Add reaction' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Thumbs up' }));
  const chip = within(comment).getByRole('button', { name: '👍 1: You', pressed: true });
  expect(core.state().open_card?.comments.flatMap(({ reactions }) => reactions)).toHaveLength(1);
  await userEvent.click(chip);
  expect(within(comment).queryByRole('list', { name: 'Reactions' })).toBeNull();
});

it('watches the card and a list', async () => {
  const core = await open('viewer', `?card=${SERVER_CARD}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Milk' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Watch' }));
  expect(core.state().open_board?.board.watched_ids).toEqual([SERVER_CARD]);
  await userEvent.click(dialog.getByRole('button', { name: 'Stop watching' }));
  expect(core.state().open_board?.board.watched_ids).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Options for Today' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Watch' }));
  expect(core.state().open_board?.board.watched_ids).toEqual([core.state().open_board?.lists[0]?.id]);
});

it('shows the activity of the board by person, with links to cards', async () => {
  const core = await open('viewer');
  const entry = (number: number, fields: object) => ({
    id: `01900007-0000-7000-8000-00000000000${number}`,
    at: '2026-03-03T07:00:00.000Z',
    who: 'Ben Byron',
    user_id: BEN,
    card_id: null,
    ...fields,
  });
  const activity = [
    entry(1, { change: { type: 'edit_board', edit: { field: 'name', value: 'Food' } } }),
    entry(2, { card_id: SERVER_CARD, change: { type: 'edit_card', card_id: SERVER_CARD, edit: { field: 'completed', value: true } } }),
    entry(3, { who: 'Deleted user', user_id: null, card_id: SERVER_CARD, change: { type: 'trash_card', card_id: SERVER_CARD } }),
    entry(4, { who: 'Zoe Byron', user_id: FORMER, change: { type: 'edit_board', edit: { field: 'name', value: 'Fruit' } } }),
    entry(5, { who: 'Ada Byron', user_id: ME, change: { type: 'edit_board', edit: { field: 'name', value: 'Groceries' } } }),
  ];
  await userEvent.click(screen.getByRole('button', { name: 'Activity' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Activity' }));
  expect(panel.getByText('Loading activity')).toBeInTheDocument();
  const path = `/boards/${SERVER_BOARD}/activity/`;
  await core.serve({ [path]: { body: { activity, next: null } } });
  const entries = within(panel.getByRole('list', { name: 'Activity' })).getAllByRole('listitem');
  const texts = entries.map(({ textContent }) => textContent);
  expect(texts[0]).toContain('Ben Byron renamed the board to “Food”');
  expect(texts[1]).toContain('Ben Byron marked it as done');
  expect(texts[2]).toContain('Deleted user deleted it');
  expect(texts[4]).toContain('You renamed the board');
  expect(within(entries[4] as HTMLElement).getByTitle('Ada Byron')).toBeVisible();

  await userEvent.selectOptions(panel.getByLabelText('Person'), 'Ben Byron');
  await userEvent.selectOptions(panel.getByLabelText('Kind of change'), 'Comments');
  expect(core.intents.at(-1)).toEqual({ type: 'load_board_activity', activity_filter: { user_id: BEN, is_deleted: false, kind: 'comments' } });
  await core.serve({ [path]: { body: { activity: [], next: null } } });
  expect(panel.getByText('No matching activity')).toBeVisible();

  // Those who are no longer members can be chosen too, although the filter hides their changes.
  await userEvent.selectOptions(panel.getByLabelText('Person'), 'Deleted user');
  expect(core.intents.at(-1)).toEqual({ type: 'load_board_activity', activity_filter: { user_id: null, is_deleted: true, kind: 'comments' } });
  await core.serve({ [path]: { body: { activity: [], next: null } } });
  expect(panel.getByLabelText('Person')).toHaveDisplayValue('Deleted user');
  await userEvent.selectOptions(panel.getByLabelText('Person'), 'Zoe Byron (former member)');
  expect(core.intents.at(-1)).toMatchObject({ activity_filter: { user_id: FORMER, is_deleted: false } });
  await core.serve({ [path]: { body: { activity: [], next: null } } });

  await userEvent.click(panel.getByRole('button', { name: 'Clear filter' }));
  expect(panel.getByLabelText('Person')).toHaveFocus();
  expect(core.intents.at(-1)).toEqual({ type: 'load_board_activity', activity_filter: { user_id: null, is_deleted: false, kind: null } });
  await core.serve({ [path]: { body: { activity, next: null } } });
  await userEvent.click(panel.getAllByRole('link', { name: 'Milk' })[0] as HTMLElement);
  expect(await screen.findByRole('dialog', { name: 'Milk' })).toBeVisible();
});

it('filters the activity of a card by person', async () => {
  const cleo = member('018bcfe5-6800-7000-8000-000000000004', 'Cleo', 'editor');
  const erasedAt = '2026-03-02T08:00:00.000Z';
  const core = await open('editor', `?card=${SERVER_CARD}`, [cleo], [
    { author_id: '018bcfe5-6800-7000-8000-000000000005', text: 'Former, without activity' },
    { author_id: '018bcfe5-6800-7000-8000-000000000006', text: 'Erased', created_at: erasedAt },
  ]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Milk' }));
  const change = { type: 'edit_card', card_id: SERVER_CARD, edit: { field: 'completed', value: true } };
  const entry = (number: number, who: string, user_id: string | null, at = '2026-03-03T07:00:00.000Z') => ({
    id: `01900007-0000-7000-8000-00000000000${number}`,
    at,
    who,
    user_id,
    card_id: SERVER_CARD,
    change,
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Show activity' }));
  const activity = [entry(1, 'Ben Byron', BEN), entry(2, 'Deleted user', null), entry(3, 'Zoe Byron', FORMER), entry(4, 'Ada Byron', ME), entry(5, 'Deleted user', null, erasedAt)];
  await core.serve({ [`/boards/${SERVER_BOARD}/cards/${SERVER_CARD}/activity/`]: { body: { activity } } });
  const entries = () => within(dialog.getByRole('list', { name: 'Activity' })).getAllByRole('listitem');
  // With the comments by the user, Ben, two former members and a deleted account.
  expect(entries()).toHaveLength(9);
  await userEvent.selectOptions(dialog.getByLabelText('Person'), 'Deleted user');
  expect(entries().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Erased'), expect.stringContaining('Deleted user marked')]);
  await userEvent.selectOptions(dialog.getByLabelText('Person'), 'Zoe Byron (former member)');
  expect(entries().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Gone'), expect.stringContaining('Zoe Byron marked')]);
  await userEvent.selectOptions(dialog.getByLabelText('Person'), 'Ben Byron');
  expect(entries().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('His'), expect.stringMatching(/Ben Byron marked/)]);
  expect(within(entries()[1] as HTMLElement).getByTitle('Ben Byron')).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('Person'), 'Ada Byron');
  expect(entries().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Mine'), expect.stringContaining('You marked')]);
  expect(within(entries()[1] as HTMLElement).getByTitle('Ada Byron')).toBeVisible();
  expect(dialog.queryByText('No matching activity')).toBeNull();
  await userEvent.selectOptions(dialog.getByLabelText('Person'), 'Cleo Byron');
  expect(dialog.getByText('No matching activity')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Clear filter' }));
  expect(dialog.getByLabelText('Person')).toHaveFocus();
  expect(entries()).toHaveLength(9);
});

it('shows on a card how long the members who share it have focused', async () => {
  const core = await open('viewer', `?card=${SERVER_CARD}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Milk' }));
  const members = [
    { user_id: BEN, focused: 4_800_000 },
    { user_id: ME, focused: 59_000 },
    { user_id: FORMER, focused: 4_800_000 },
  ];
  await core.serve({ [`/boards/${SERVER_BOARD}/cards/${SERVER_CARD}/focus-time/`]: { body: { members } } });
  expect(dialog.getByText('Ben Byron 1 h 20 min')).toBeVisible();
  expect(dialog.queryByText(/59|Ada Byron \d/)).toBeNull();
});
