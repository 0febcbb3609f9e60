import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Member } from '@twentyfour/core';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadFinder } from '../../core/finder';
import { addBoard } from '../../testing/boards';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { serverBoard, userRecord } from '../../testing/responses';
import { Announcer } from '../../ui/Announcer';
import { Dialog, preloadDialog } from '../../ui/Dialog';
import { preloadPopover } from '../../ui/Popover';
import { openQuickAdd, openQuickAddOn, preloadQuickAdd, QuickAdd } from './QuickAdd';

const NOW = { now: '2026-03-04T10:30' };

beforeEach(() => localStorage.clear());

function Page() {
  const { pathname, search } = useLocation();
  return (
    <>
      <button type="button" onClick={openQuickAdd}>
        Open
      </button>
      <output aria-label="Address">{pathname + search}</output>
      <QuickAdd />
      <Announcer />
    </>
  );
}

/** Shows the page and opens quick add by its key. */
async function open(core: RealCore): Promise<HTMLTextAreaElement> {
  await Promise.all([preloadQuickAdd(), preloadPopover(), loadFinder()]);
  render(<Page />, { wrapper: MemoryRouter });
  return reopen(core);
}

async function reopen(core: RealCore): Promise<HTMLTextAreaElement> {
  await userEvent.keyboard('q');
  const found = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Quick add' });
  await core.settle();
  await act(() => loadFinder().then((finder) => finder.refresh()));
  return found;
}

const understood = () => Array.from(document.querySelectorAll('[data-understood]'), ({ textContent }) => textContent);
const parts = () => within(screen.getByRole('list', { name: 'Understood' })).getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '));
const board = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Board' });
const list = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'List' });
const shown = (select: HTMLSelectElement) => select.selectedOptions[0]?.textContent;

/** Returns the cards of a list, after opening its board. */
async function cardsOf(core: RealCore, slug: string, list_name: string) {
  core.do({ type: 'open_board', slug });
  await core.settle();
  const opened = core.state().open_board;
  const { card_ids = [] } = opened?.lists.find(({ name }) => name === list_name) ?? {};
  return card_ids.flatMap((id) => opened?.cards.find((card) => card.id === id) ?? []);
}

async function withTwoBoards() {
  const core = await startGuest(NOW);
  const work = await addBoard(core, { name: 'Work', lists: { Now: [{ title: 'Old', labels: ['urgent'] }], 'To do': [] } });
  const yard = await addBoard(core, { name: 'Yard', lists: { Rooms: ['Paint'] } });
  return { core, work, yard };
}

describe('quick add', () => {
  it('uses the day for which it was opened if the line names none, until that is removed', async () => {
    const { core, work } = await withTwoBoards();
    await open(core);
    await userEvent.keyboard('{Escape}');
    act(() => openQuickAddOn('2026-03-18'));
    const field = await screen.findByRole('textbox', { name: 'Quick add' });
    expect(parts()).toEqual(['18 Mar']);
    await userEvent.type(field, 'Call 9am');
    expect(parts()).toEqual(['18 Mar, 9:00 AM']);
    await userEvent.type(field, ' tomorrow');
    expect(parts()).toEqual(['Tomorrow, 9:00 AM']);
    await userEvent.clear(field);
    await userEvent.type(field, 'Call every day');
    expect(parts()).toEqual(['18 Mar', 'Every day']);
    await userEvent.clear(field);
    await userEvent.type(field, 'Call');
    await userEvent.click(screen.getByRole('button', { name: 'Remove due date: 18 Mar' }));
    expect(screen.queryByRole('list', { name: 'Understood' })).toBeNull();
    await userEvent.type(field, '{Enter}');
    expect((await cardsOf(core, work.board.slug, 'Now')).at(-1)).toMatchObject({ title: 'Call', due_date: null });
  });

  it('adds a card with all its fields, and stays open for the next one', async () => {
    const { core, work } = await withTwoBoards();
    const field = await open(core);
    expect(field).toHaveFocus();
    expect(screen.queryByText(/in English/)).toBeNull();
    await userEvent.type(field, 'Send report tomorrow 5pm #Work/To do !high @urgent every friday ~30m');
    await waitFor(() => expect(shown(list())).toBe('To do'));
    expect(shown(board())).toBe('Work');
    expect(understood()).toEqual(['tomorrow', '5pm', '#Work/To do', '!high', '@urgent', 'every friday', '~30m']);
    expect(parts()).toEqual(['Tomorrow, 5:00 PM', 'Every week on Fri', 'High', 'urgent', '30 min']);
    await userEvent.keyboard('{Enter}');
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
    const [card] = await cardsOf(core, work.board.slug, 'To do');
    expect(card).toMatchObject({ title: 'Send report', due_date: '2026-03-05T17:00', priority: 'high', labels: ['urgent'], estimate_minutes: 30 });
    expect(card?.recurrence).toMatchObject({ every: 1, unit: 'weeks', weekdays: [5] });
    expect(screen.getByText('Added to Work', { selector: '[aria-live] p' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Work' })).toHaveAttribute('href', `/app/b/${work.board.slug}?card=${card?.id}`);
    core.do({ type: 'undo', change_id: null });
    expect(await cardsOf(core, work.board.slug, 'To do')).toEqual([]);
  });

  it('adds to the board and the list that were used last', async () => {
    const { core, yard } = await withTwoBoards();
    let field = await open(core);
    expect(shown(board())).toBe('Work');
    await userEvent.selectOptions(board(), 'Yard');
    await waitFor(() => expect(shown(list())).toBe('Rooms'));
    await userEvent.type(field, 'Clean{Enter}');
    await userEvent.keyboard('{Escape}');
    field = await reopen(core);
    expect([shown(board()), shown(list())]).toEqual(['Yard', 'Rooms']);
    // A board in the line is chosen instead, until another one is picked.
    await userEvent.type(field, 'Dust #Work now');
    await waitFor(() => expect(shown(list())).toBe('Now'));
    await userEvent.selectOptions(board(), 'Yard');
    expect(field).toHaveValue('Dust now');
    await waitFor(() => expect(shown(list())).toBe('Rooms'));
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect((await cardsOf(core, yard.board.slug, 'Rooms')).map(({ title }) => title)).toEqual(['Paint', 'Clean', 'Dust now']);
  });

  it('turns what was understood back into text by Backspace, which deletes afterwards', async () => {
    const { core, work } = await withTwoBoards();
    const field = await open(core);
    await userEvent.type(field, 'Watch Monday');
    expect(understood()).toEqual(['Monday']);
    await userEvent.keyboard('{Backspace}');
    expect(field).toHaveValue('Watch Monday');
    expect(understood()).toEqual([]);
    await userEvent.keyboard('{Backspace}');
    expect(field).toHaveValue('Watch Monda');
    await userEvent.keyboard('y tomorrow');
    expect(understood()).toEqual(['tomorrow']);
    await userEvent.keyboard('{Enter}');
    expect((await cardsOf(core, work.board.slug, 'Now')).at(-1)).toMatchObject({ title: 'Watch Monday', due_date: '2026-03-05' });
  });

  it('turns what was understood back into text by its button', async () => {
    const { core } = await withTwoBoards();
    const field = await open(core);
    await userEvent.type(field, 'Call tomorrow !high');
    await userEvent.click(screen.getByRole('button', { name: 'Keep as text: High' }));
    expect(understood()).toEqual(['tomorrow']);
    expect(parts()).toEqual(['Tomorrow']);
  });

  it('keeps the text when it is closed', async () => {
    const { core } = await withTwoBoards();
    await userEvent.type(await open(core), 'Not yet');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    const field = await reopen(core);
    expect(field).toHaveValue('Not yet');
    expect([field.selectionStart, field.selectionEnd]).toEqual([7, 7]);
  });

  it('opens over a dialog, which gets the focus back', async () => {
    await withTwoBoards();
    await preloadDialog();
    render(
      <Dialog open onClose={() => undefined} title="A card">
        <button type="button">Archive</button>
      </Dialog>,
    );
    const button = screen.getByRole('button', { name: 'Archive' });
    act(() => button.focus());
    await Promise.all([preloadQuickAdd(), preloadPopover(), loadFinder()]);
    render(<Page />, { wrapper: MemoryRouter });
    await userEvent.keyboard('q');
    expect(await screen.findByRole('textbox', { name: 'Quick add' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
    expect(screen.getByRole('dialog', { name: 'A card' })).toBeVisible();
  });

  it('opens the card with Ctrl and Enter', async () => {
    const { core, work } = await withTwoBoards();
    await userEvent.type(await open(core), 'Look here{Control>}{Enter}{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
    const card = (await cardsOf(core, work.board.slug, 'Now')).at(-1);
    expect(screen.getByLabelText('Address')).toHaveTextContent(`/app/b/${work.board.slug}?card=${card?.id}`);
  });

  it('suggests boards, lists and labels', async () => {
    const { core } = await withTwoBoards();
    const field = await open(core);
    await userEvent.type(field, 'Call #');
    expect(screen.getAllByRole('option', { hidden: true }).filter((option) => option.id !== '').map(({ textContent }) => textContent)).toEqual(['Work', 'Yard']);
    await userEvent.keyboard('wor{Enter}');
    expect(field).toHaveValue('Call #Work ');
    await userEvent.keyboard('@urg{Enter}');
    expect(field).toHaveValue('Call #Work @urgent ');
    expect(understood()).toEqual(['#Work', '@urgent']);
    await userEvent.keyboard('#{Escape}');
    expect(field).not.toHaveAttribute('aria-controls');
    expect(screen.getByRole('dialog', { name: 'Quick add' })).toBeVisible();
  });

  it('says what is wrong with a card that is refused', async () => {
    const { core, work } = await withTwoBoards();
    const field = await open(core);
    await userEvent.type(field, 'tomorrow{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/title/i);
    expect(field).toHaveValue('tomorrow');
    expect(field).toBeInvalid();
    await userEvent.type(field, ' call');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await cardsOf(core, work.board.slug, 'Now')).toHaveLength(1);
  });

  it('offers to create a board if there is none, and keeps the line', async () => {
    const core = await startGuest(NOW);
    const field = await open(core);
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
    await userEvent.type(field, 'Call Ada tomorrow{Enter}');
    expect(field).toHaveValue('Call Ada tomorrow');
    await userEvent.click(screen.getByRole('button', { name: 'Create “My board”' }));
    expect(field).toHaveFocus();
    expect([shown(board()), shown(list())]).toEqual(['My board', 'To do']);
    await userEvent.keyboard('{Enter}');
    expect(field).toHaveValue('');
    const [created] = core.state().boards;
    expect(await cardsOf(core, created?.slug ?? '', 'To do')).toMatchObject([{ title: 'Call Ada', due_date: '2026-03-05' }]);
  });

  it('leads to a board without lists', async () => {
    const core = await startGuest(NOW);
    const { board: empty } = await addBoard(core, { name: 'Empty' });
    await open(core);
    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
    expect(await screen.findByRole('link', { name: 'Open board' })).toHaveAttribute('href', `/app/b/${empty.slug}`);
  });

  it('explains what can be typed', async () => {
    const { core } = await withTwoBoards();
    await open(core);
    await userEvent.click(screen.getByRole('button', { name: 'What you can type' }));
    const help = await screen.findByRole('dialog', { name: 'What you can type' });
    expect(within(help).getAllByRole('term')).toHaveLength(8);
    expect(help).toHaveTextContent('every 2 weeks');
  });
});

describe('quick add on a shared board', () => {
  const me = userRecord().id;
  const ben = '018bcfe5-6800-7000-8000-000000000002';
  const member = (user_id: string, first_name: string, role: Member['role']): Member => ({ user_id, first_name, last_name: 'Byron', picture: null, role });
  const members = [member(ben, 'Ben', 'owner'), member(me, 'Ada', 'editor')];
  const shared = () => serverBoard('groceries-7f3k', { Today: ['Milk'] }, { role: 'editor', members });

  it('assigns its members', async () => {
    const core = await startAccount(shared().responses, NOW);
    const field = await open(core);
    await core.settle();
    await userEvent.type(field, 'Call @Ben @me');
    await waitFor(() => expect(parts()).toEqual(['Ben Byron', 'Ada Byron']));
    await userEvent.keyboard('{Enter}');
    expect((await cardsOf(core, 'groceries-7f3k', 'Today')).at(-1)).toMatchObject({ title: 'Call', assignee_ids: [ben, me] });
  });

  it('can be tried again if the board cannot be loaded', async () => {
    const { responses } = shared();
    const [path = ''] = Object.keys(responses).filter((one) => one.includes('groceries-7f3k'));
    const core = await startAccount({ ...responses, [path]: { status: 503, body: { error: 'unavailable', message: 'Later.' } } }, NOW);
    await open(core);
    await core.settle();
    expect(await screen.findByRole('alert')).toHaveTextContent('This board can’t be loaded.');
    await core.serve(responses);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await core.settle();
    await waitFor(() => expect(shown(list())).toBe('Today'));
  });
});
