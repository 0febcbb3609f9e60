import type { TrashEntry } from '@twentyfour/core';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { snapshot, connectFakeCore } from '../../testing/fake-core';
import { Announcer } from '../../ui/Announcer';
import { TrashPage } from './TrashPage';

/** Returns noon of a day in this device's time zone. */
const noon = (date: number) => new Date(2026, 10, date, 12).toISOString();

const entries: TrashEntry[] = [
  { kind: 'board', id: 'b2', board_id: 'b2', name: 'Holiday', place: '', since: noon(21), is_archived: false },
  { kind: 'list', id: 'l1', board_id: 'b1', name: '', place: 'Home', since: noon(20), is_archived: false },
  { kind: 'card', id: 'c1', board_id: 'b1', name: 'Milk', place: 'Home / To do', since: new Date(2026, 9, 23, 12).toISOString(), is_archived: false },
  { kind: 'card', id: 'c2', board_id: 'b1', name: 'Bread', place: 'Home / Done', since: noon(3), is_archived: true },
];

function open(status: 'loading' | 'ready' | 'failed' = 'ready', shown = entries) {
  const { clock } = snapshot();
  const core = connectFakeCore({
    clock: { ...clock, minute: '2026-11-21T20:40' },
    trash: { status, entries: shown },
  });
  render(
    <MemoryRouter>
      <TrashPage />
      <Announcer />
    </MemoryRouter>,
  );
  return core;
}

const button = (name: string) => screen.getByRole('button', { name: `Restore ${name}` });

describe('the trash', () => {
  it('loads on mount and shows a skeleton until data arrives', () => {
    const core = open('loading', []);
    expect(core.intents).toEqual([{ type: 'load_trash' }]);
    expect(screen.getByRole('status')).toHaveTextContent('Loading trash');
    expect(document.title).toBe('Trash');
  });

  it('groups entries with their origin and time left', () => {
    open('loading');
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
    const core = open();
    for (const name of ['Holiday', 'Untitled list', 'Milk', 'Bread']) await userEvent.click(button(name));
    expect(core.intents.slice(1)).toEqual([
      { type: 'restore_board', board_id: 'b2' },
      { type: 'restore_list', board_id: 'b1', list_id: 'l1' },
      { type: 'restore_card', board_id: 'b1', card_id: 'c1' },
      { type: 'restore_card', board_id: 'b1', card_id: 'c2' },
    ]);
    expect(screen.getByText('Restored: Bread')).toBeInTheDocument();
    expect(button('Milk')).toHaveFocus();
    core.emit([{ type: 'trash_loaded', trash: JSON.stringify({ status: 'ready', entries: entries.slice(0, 1) }) }]);
    await userEvent.click(button('Holiday'));
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  it('shows why an entry cannot be restored', async () => {
    const core = open();
    core.reject = () => ({ code: 'unknown_board', message: 'This board no longer exists.' });
    await userEvent.click(button('Milk'));
    expect(screen.getByRole('alert')).toHaveTextContent('This board no longer exists.');
    expect(screen.queryByText('Restored: Milk')).toBeNull();
  });

  it('filters by name and location', async () => {
    open();
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
    const core = open('ready', []);
    expect(screen.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
    core.emit([{ type: 'trash_loaded', trash: JSON.stringify({ status: 'failed', entries: [] }) }]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(core.intents).toEqual([{ type: 'load_trash' }, { type: 'load_trash' }]);
  });
});
