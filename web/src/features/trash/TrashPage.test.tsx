import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { addBoard } from '../../testing/boards';
import { connectFakeCore } from '../../testing/fake-core';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { SERVER_ERROR } from '../../testing/responses';
import { Announcer } from '../../ui/Announcer';
import { TrashPage } from './TrashPage';

const show = () =>
  render(
    <MemoryRouter>
      <TrashPage />
      <Announcer />
    </MemoryRouter>,
  );

/** Moves the device's clock, without waking the core. */
const setClock = (core: RealCore, time: string) => {
  core.browser.now = new Date(time).getTime();
};

/** Opens the page of a guest who has deleted and archived something on several days. */
async function open(): Promise<RealCore> {
  const core = await startGuest({ now: '2026-10-23T12:00' });
  const home = await addBoard(core, { name: 'Home', lists: { 'To do': ['Milk'], Done: ['Bread'], '': [] } });
  const { board: holiday } = await addBoard(core, { name: 'Holiday' });
  core.do({ type: 'open_board', slug: home.board.slug });
  await core.settle();
  core.do({ type: 'delete_card', card_id: home.cards.Milk ?? '' });
  setClock(core, '2026-11-03T12:00');
  core.do({ type: 'archive_card', card_id: home.cards.Bread ?? '' });
  setClock(core, '2026-11-20T12:00');
  core.do({ type: 'delete_list', list_id: home.lists[''] ?? '' }, { type: 'close_board' });
  setClock(core, '2026-11-21T12:00');
  core.do({ type: 'delete_board', board_id: holiday.id });
  setClock(core, '2026-11-21T20:40');
  await core.sleep(0);
  show();
  await core.settle();
  return core;
}

const button = (name: string) => screen.getByRole('button', { name: `Restore ${name}` });
const left = (core: RealCore) => core.state().trash.entries.map(({ name }) => name);

describe('the trash', () => {
  it('loads on mount and shows a skeleton until data arrives', async () => {
    const core = await startAccount();
    show();
    expect(core.intents).toEqual([{ type: 'load_trash' }]);
    expect(screen.getByRole('status')).toHaveTextContent('Loading trash');
    expect(document.title).toBe('Trash');
  });

  it('groups entries with their origin and time left', async () => {
    await open();
    const groups = screen.getAllByRole('region').map((group) => [
      within(group).getByRole('heading').textContent,
      within(group).getAllByRole('listitem').map((row) => row.textContent),
    ]);
    expect(groups).toEqual([
      ['Boards1', ['HolidayDeleted todayDeletes in 30 daysRestore']],
      ['Lists1', ['Untitled listFrom HomeDeleted yesterdayDeletes in 29 daysRestore']],
      ['Cards1', ['MilkFrom Home / To doDeleted 23 OctDeletes tomorrowRestore']],
      ['Archive1', ['BreadFrom Home / DoneArchived 3 NovRestore']],
    ]);
  });

  it('restores each kind of entry and moves the focus to the next', async () => {
    const core = await open();
    for (const [name, after] of [
      ['Untitled list', 'Milk'],
      ['Milk', 'Bread'],
      ['Bread', 'Holiday'],
    ] as const) {
      await userEvent.click(button(name));
      expect(screen.getByText(`Restored: ${name}`)).toBeInTheDocument();
      expect(button(after)).toHaveFocus();
    }
    expect(left(core)).toEqual(['Holiday']);
    await userEvent.click(button('Holiday'));
    expect(left(core)).toEqual([]);
    expect(core.state().boards.map(({ name }) => name).toSorted()).toEqual(['Holiday', 'Home']);
    expect(core.intents.slice(1).map(({ type }) => type)).toEqual(['restore_list', 'restore_card', 'restore_card', 'restore_board']);
  });

  it('shows why an entry cannot be restored', async () => {
    // A fake core, because the real one removes entries that cannot be restored from the list.
    const core = connectFakeCore({
      trash: {
        status: 'ready',
        retention_days: 30,
        entries: [
          {
            kind: 'card',
            id: 'c1',
            board_id: 'b1',
            group: 'cards',
            name: 'Milk',
            place: 'Home / To do',
            since: '2026-11-20T12:00:00.000Z',
            is_archived: false,
            can_restore: true, days_left: 29,
          },
        ],
      },
    });
    core.reject = () => ({ code: 'unknown_board', message: 'This board no longer exists.' });
    show();
    await userEvent.click(button('Milk'));
    expect(screen.getByRole('alert')).toHaveTextContent('This board no longer exists.');
    expect(screen.queryByText('Restored: Milk')).toBeNull();
  });

  it('filters by name and location', async () => {
    await open();
    const search = screen.getByRole('searchbox', { name: 'Filter trash' });
    await userEvent.type(search, 'DONE');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(button('Bread')).toBeVisible();
    await userEvent.type(search, '?');
    expect(screen.getByText('No results for “DONE?”')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
  });

  it('shows the empty and load error states', async () => {
    const core = await startAccount({ '/boards/get-boards/': { body: [] }, '/trash/': SERVER_ERROR });
    show();
    await core.settle();
    await core.serve({ '/trash/': { body: { boards: [] } } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(screen.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
  });
});
