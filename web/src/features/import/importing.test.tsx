import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import type { ImportOptions, ImportPreview, ImportResult, ImportTable } from '../../core/formats-types';
import { fakeFormats, foundBoard, stubFormatsWorker } from '../../testing/formats';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { userResponse } from '../../testing/responses';
import { BoardsPage } from '../boards/BoardsPage';
import { SettingsPage } from '../settings/SettingsPage';

const preview = (fields: Partial<ImportPreview> = {}): ImportPreview => ({
  source: 'trello',
  boards: [foundBoard('Home', { subtasks: 1, comments: 3 }), foundBoard('Work')],
  losses: [],
  table: null,
  account: null,
  ...fields,
});

/** Opens the dialog of a guest, by the settings' address. `onBoard` is called before the records of each board are made. */
async function open(
  read: (options: ImportOptions) => ImportResult = () => preview(),
  { start = startGuest, onBoard = () => {} }: { start?: () => Promise<RealCore>; onBoard?: (index: number) => void } = {},
): Promise<RealCore> {
  const core = await start();
  stubFormatsWorker(() => Promise.resolve(fakeFormats(read, onBoard)));
  // Those of the fake browser are always the same, but each board gets another id.
  vi.mocked(crypto.getRandomValues).mockRestore();
  const routes = [
    { path: '/app/settings', Component: SettingsPage },
    { path: '/app/b', Component: BoardsPage },
    { path: '/app/b/:slug', element: 'The board' },
  ];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/app/settings?section=data&import'] })} />);
  await screen.findByRole('dialog', { name: 'Import boards' });
  return core;
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Import boards' }));

/** Chooses a file and waits until it is read. */
async function choose(name = 'export.json'): Promise<void> {
  await userEvent.upload(dialog().getByLabelText('File to import'), new File(['{}'], name), { applyAccept: false });
}

const names = (core: RealCore) => core.state().boards.map(({ name }) => name);

describe('importing', () => {
  it('shows what is in a file, imports the checked boards, and opens one', async () => {
    const core = await open();
    await choose();
    expect(await dialog().findByText('export.json from Trello')).toBeVisible();
    expect(dialog().getByText('1 list, 2 cards, 1 sub-task, 3 comments')).toBeVisible();
    expect(dialog().getByText('Everything in the file can be imported.')).toBeVisible();
    expect(dialog().getByRole('status')).toHaveTextContent('2 boards found');
    await userEvent.click(dialog().getByRole('checkbox', { name: /Work/ }));
    await userEvent.click(dialog().getByRole('button', { name: 'Import 1 board' }));
    expect(await dialog().findByRole('heading', { name: '1 board imported' })).toBeVisible();
    expect(names(core)).toEqual(['Home']);
    await userEvent.click(dialog().getByRole('link', { name: 'Home' }));
    expect(await screen.findByText('The board')).toBeVisible();
  });

  it('leaves out boards that were imported before, unless they are checked', async () => {
    const core = await open();
    await choose();
    await userEvent.click(await dialog().findByRole('button', { name: 'Import 2 boards' }));
    await userEvent.click(await dialog().findByRole('button', { name: 'Done' }));
    await userEvent.click(screen.getByRole('button', { name: 'Import…' }));
    await choose();
    const home = await dialog().findByRole('checkbox', { name: /Home.*Imported already/ });
    expect(home).not.toBeChecked();
    expect(dialog().getByRole('button', { name: 'Import 0 boards' })).toBeDisabled();
    await userEvent.click(home);
    await userEvent.click(dialog().getByRole('button', { name: 'Import 1 board' }));
    await dialog().findByRole('heading', { name: '1 board imported' });
    expect(names(core).toSorted()).toEqual(['Home', 'Home', 'Work']);
  });

  it('shows how many cards are archived, and leaves them out if told to', async () => {
    const last_year = foundBoard('Last year', { is_archived: true });
    const seen: ImportOptions[] = [];
    await open((options) => {
      seen.push(options);
      return preview({ boards: [foundBoard('Home', options.skip_archive ? { cards: 1 } : { cards: 4, archived_cards: 3 }), last_year] });
    });
    await choose();
    expect(await dialog().findByText('1 list, 4 cards, 3 of them archived')).toBeVisible();
    expect(dialog().getByRole('checkbox', { name: /Last year.*Archived/ })).not.toBeChecked();
    await userEvent.click(dialog().getByRole('checkbox', { name: 'Leave out archived cards' }));
    expect(await dialog().findByText('1 list, 1 card')).toBeVisible();
    expect(dialog().getByRole('button', { name: 'Import 1 board' })).toBeEnabled();
    await userEvent.click(dialog().getByRole('checkbox', { name: 'Leave out archived cards' }));
    expect(await dialog().findByText('1 list, 4 cards, 3 of them archived')).toBeVisible();
    expect(seen).toEqual([{}, { skip_archive: true }, { skip_archive: false }]);
  });

  it('lists what cannot be imported, with examples', async () => {
    const places = Array.from({ length: 19 }, (_, index) => `Card ${index}`);
    await open(() => preview({ losses: [{ kind: 'people', count: 3, examples: ['Bread'] }, { kind: 'file', count: 1_200, examples: [...places, 'Plan'] }] }));
    await choose();
    const summary = await dialog().findByText(/Uploaded files are left out/);
    expect(summary.closest('summary')).toHaveTextContent('1,200');
    expect(dialog().getByText('Plan')).not.toBeVisible();
    await userEvent.click(summary);
    expect(dialog().getByText('Plan')).toBeVisible();
    expect(dialog().getByText('and 1,180 more')).toBeVisible();
    // The two others are on the same card.
    await userEvent.click(dialog().getByText(/People on cards/));
    expect(dialog().getByText('Bread')).toBeVisible();
    expect(dialog().getAllByText(/^and .* more$/)).toHaveLength(1);
  });

  it('says why a file cannot be imported, and takes another one', async () => {
    let result: ImportResult = { error: { code: 'invalid_value', line: 3, field: 'name' } };
    await open(() => result);
    await choose();
    expect(await dialog().findByRole('alert')).toHaveTextContent('Line 3: Field “name”: A value in the file is missing or not allowed.');
    result = { error: { code: 'invalid_json', line: 7 } };
    await choose();
    await waitFor(() => expect(dialog().getByRole('alert')).toHaveTextContent('Line 7: The file is incomplete or damaged. Export it again.'));
    const drop = dialog().getByText(/or drop it here/);
    const files = [new File(['{}'], 'a.json'), new File(['{}'], 'b.json')];
    fireEvent.drop(drop, { dataTransfer: { types: ['Files'], files } });
    expect(await dialog().findByText('Drop one file at a time.')).toBeVisible();
    result = preview();
    fireEvent.drop(drop, { dataTransfer: { types: ['Files'], files: files.slice(0, 1) } });
    expect(await dialog().findByText('a.json from Trello')).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'Choose another file' }));
    expect(dialog().getByRole('button', { name: 'Choose file' })).toBeVisible();
  });

  it('reads a table again when its columns are changed, and keeps them if that fails', async () => {
    const table: ImportTable = {
      delimiter: ';',
      encoding: 'windows-1252',
      has_header: true,
      needs_day_first: true,
      columns: [
        { name: 'Aufgabe', field: null, samples: ['Milk', 'Bread'] },
        { name: '', field: 'title', samples: ['1'] },
      ],
    };
    const seen: ImportOptions[] = [];
    await open((options) => {
      seen.push(options);
      if (options.delimiter === '|') return { error: { code: 'no_title_column', line: null } };
      const columns = table.columns.map((column, index) => ({ ...column, field: options.columns ? (options.columns[index] ?? null) : column.field }));
      return preview({ source: 'csv', table: { ...table, columns } });
    });
    await choose('tasks.csv');
    const first = await dialog().findByRole('combobox', { name: 'Contents of Aufgabe' });
    expect(dialog().getByText('Milk, Bread')).toBeVisible();
    await userEvent.selectOptions(first, 'Title');
    expect(await dialog().findByRole('combobox', { name: 'Contents of Column 2' })).toHaveDisplayValue('Other fields');
    await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Dates such as 3/4/2026' }), 'Day first: April 3');
    await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Separator' }), 'Vertical bar');
    expect(await dialog().findByRole('alert')).toHaveTextContent('No column contains titles. Choose one.');
    expect(dialog().getByRole('combobox', { name: 'Separator' })).toHaveDisplayValue('Vertical bar');
    expect(dialog().getByRole('button', { name: 'Import 0 boards' })).toBeDisabled();
    await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Separator' }), 'Comma');
    expect(await dialog().findByRole('button', { name: 'Import 2 boards' })).toBeEnabled();
    expect(seen).toEqual([
      {},
      { columns: ['title', null] },
      { columns: ['title', null], day_first: true },
      { day_first: true, delimiter: '|' },
      { day_first: true, delimiter: ',' },
    ]);
  });

  it('leaves out any number of columns', async () => {
    const columns = ['Task', 'Owner', 'Notes'].map((name) => ({ name, field: null, samples: [] }));
    const seen: ImportOptions[] = [];
    await open((options) => {
      seen.push(options);
      return preview({ source: 'csv', table: { delimiter: ',', encoding: 'utf-8', has_header: true, needs_day_first: false, columns } });
    });
    await choose('tasks.csv');
    for (const name of ['Owner', 'Notes']) {
      await userEvent.selectOptions(await dialog().findByRole('combobox', { name: `Contents of ${name}` }), 'Leave out');
    }
    expect(seen.at(-1)).toEqual({ columns: [null, 'ignored', 'ignored'] });
  });

  it('is beside a link to the export of the account', async () => {
    await open(undefined, { start: () => startAccount({ 'GET /user/': userResponse() }) });
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
    expect(screen.getByText('Export your data')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Profile' }).map((link) => link.getAttribute('href'))).toEqual([
      '/app/settings?section=profile',
      '/app/settings?section=profile',
    ]);
  });

  it('imports as many boards as the plan has, and names the others', async () => {
    const boards = Array.from({ length: 7 }, (_, index) => foundBoard(`Board ${index}`));
    const start = async () => {
      const core = await startAccount({ '/user/': userResponse({ is_limited: true }), 'POST /boards/import-records/': null });
      await core.goLive();
      return core;
    };
    const core = await open(() => preview({ boards }), { start });
    await choose();
    await userEvent.click(await dialog().findByRole('button', { name: 'Import 7 boards' }));
    expect(await dialog().findByRole('heading', { name: '5 boards imported' })).toBeVisible();
    expect(names(core)).toHaveLength(5);
    const refused = within(dialog().getByRole('region', { name: '2 boards not imported' }));
    expect(refused.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Board 5', 'Board 6']);
    expect(refused.getByText(/Basic/)).toBeVisible();
    expect(refused.getByRole('link', { name: 'See plans' })).toBeVisible();
    await userEvent.click(dialog().getByRole('button', { name: 'Done' }));
    await userEvent.click(screen.getByRole('button', { name: 'Import…' }));
    await choose();
    expect(await dialog().findByText('export.json from Trello')).toBeVisible();
    expect(dialog().getByText(/Basic/)).toBeVisible();
    expect(dialog().getByRole('button', { name: 'Import 2 boards' })).toBeDisabled();
  });

  it.each(['Cancel', 'Close'])('is canceled between two boards by %s, and shows what was imported', async (name) => {
    const onBoard = (index: number) => {
      if (index === 1) fireEvent.click(dialog().getByRole('button', { name }));
    };
    const core = await open(undefined, { onBoard });
    await choose();
    await userEvent.click(await dialog().findByRole('button', { name: 'Import 2 boards' }));
    expect(await dialog().findByText(/You canceled the import/)).toBeVisible();
    expect(dialog().getByRole('heading', { name: '1 board imported' })).toBeVisible();
    expect(names(core)).toEqual(['Home']);
  });

  it('is offered while there are no boards', async () => {
    await startGuest();
    render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: BoardsPage }])} />);
    await userEvent.click(screen.getByRole('button', { name: 'Import boards' }));
    expect(await screen.findByRole('dialog', { name: 'Import boards' })).toBeVisible();
  });
});
