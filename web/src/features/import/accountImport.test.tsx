import type { AccountImportReport } from '@twentyfour/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { FoundBoard, ImportResult } from '../../core/formats-types';
import { fakeFormats, foundBoard, stubFormatsWorker } from '../../testing/formats';
import { accessToken, type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { NETWORK_ERROR, refusal } from '../../testing/responses';
import { type FakeUpload, stubUploads } from '../../testing/upload';
import { ImportDialog } from './ImportDialog';

const HOME = '018bcfe5-6800-7000-8000-00000000000a';

const BOARDS = [foundBoard('Home', { key: `account:${HOME}`, comments: 1 }), foundBoard('Work')];

const archive = (boards: FoundBoard[] = BOARDS): ImportResult => ({
  source: 'twentyfour_account',
  boards,
  losses: [],
  table: null,
  account: { notes: 12, focus_sessions: 1, pictures: 0, attachments: 3 },
});

const NONE = { imported: 0, existing: 0, refused: 0 };

const REPORT: AccountImportReport = {
  boards: { imported: 1, existing: 2, refused: 3 },
  notes: { imported: 1_200, existing: 0, refused: 0 },
  focus_sessions: NONE,
  pictures: NONE,
  attachments: { ...NONE, existing: 4 },
  refused_boards: [
    { name: 'Fourth', code: 'plan_limit' },
    // Its name could not be read.
    { name: '', code: 'too_large' },
  ],
  has_settings: true,
  board_ids: [],
  trashed: 5,
};

interface OpenOptions {
  start?: () => Promise<RealCore>;
  read?: () => ImportResult;
  /** The size of the file in bytes. */
  size?: number;
}

/** Opens the dialog and chooses an archive. */
async function open({ start = () => startAccount(), read = () => archive(), size = 2_000 }: OpenOptions = {}) {
  const core = await start();
  stubFormatsWorker(() => Promise.resolve(fakeFormats(read)));
  const uploads = stubUploads();
  const { unmount } = render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <ImportDialog onClose={() => undefined} /> }])} />);
  const file = new File(['PK'], 'twentyfour.zip');
  Object.defineProperty(file, 'size', { value: size });
  await userEvent.upload(dialog().getByLabelText('File to import'), file, { applyAccept: false });
  return { core, uploads, file, unmount };
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Import boards' }));

/** Starts an account whose last change could not be sent. */
async function startOffline(): Promise<RealCore> {
  const core = await startAccount({ '/boards/': NETWORK_ERROR });
  core.do({ type: 'add_board', name: 'Unsent' });
  await core.settle();
  return core;
}

/** Starts the import, and waits until the upload has begun. */
async function submit(core: RealCore, uploads: readonly FakeUpload[], name: string | RegExp = 'Import everything'): Promise<FakeUpload> {
  const before = uploads.length;
  await userEvent.click(await dialog().findByRole('button', { name }));
  await core.settle();
  await waitFor(() => expect(uploads).toHaveLength(before + 1));
  const upload = uploads.at(-1);
  if (!upload) throw new Error('Nothing is uploaded.');
  return upload;
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

describe('importing the archive of an account', () => {
  it('shows what is in it, uploads the file itself, and reports what was imported', async () => {
    const { core, uploads, file } = await open();
    expect(await dialog().findByText('twentyfour.zip from Twentyfour')).toBeVisible();
    expect(dialog().getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Home1 list, 2 cards, 1 comment', 'Work1 list, 2 cards']);
    expect(dialog().getByText('12 notes, 1 focus session or break, 3 attachments')).toBeVisible();
    expect(dialog().getByText(/Not imported: webhooks/)).toBeVisible();
    const settings = dialog().getByRole('checkbox', { name: 'Settings and goals' });
    expect(settings).toBeChecked();
    await userEvent.click(settings);
    await userEvent.click(settings);

    const upload = await submit(core, uploads);
    expect(upload.target).toBe('POST /api/account/import?settings=true');
    expect(upload.body).toBe(file);
    expect(Object.fromEntries(upload.headers)).toEqual({
      authorization: `Bearer ${accessToken()}`,
      'accept-language': 'en',
      'content-type': 'application/zip',
    });
    const cancel = dialog().getByRole('button', { name: 'Cancel' });
    upload.report(500);
    expect(dialog().getByText('25%')).toBeVisible();
    expect(dialog().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '500');
    expect(dialog().getByRole('status')).toHaveTextContent('Uploading twentyfour.zip');
    // Browsers also count the head of the request.
    upload.report(2_100);
    expect(dialog().getByRole('status')).toHaveTextContent('Reading the archive…');
    const lines = line({ step: 'boards', done: 3, total: 12 }) + line({ step: 'notes', done: 1, total: 0 });
    upload.receive(lines.slice(0, 50));
    expect(dialog().getByText('3 of 12')).toBeVisible();
    upload.receive(lines.slice(50));
    expect(dialog().getByRole('status')).toHaveTextContent('Importing notes');
    expect(dialog().queryByRole('progressbar')).toBeNull();

    // What is no JSON is not part of the report.
    upload.receive('<html>\n');
    await upload.finish(200, JSON.stringify({ report: REPORT }));
    expect(await dialog().findByRole('heading', { name: 'Import finished' })).toBeVisible();
    // A press on Cancel that began before must not close the report.
    expect(dialog().getByRole('button', { name: 'Done' })).not.toBe(cancel);
    const rows = dialog().getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(rows).toEqual([
      'Boards: 1 imported, 2 here already, 3 not imported',
      'Notes: 1,200 imported',
      'Attachments: 4 here already',
      'Settings and goals: imported',
    ]);
    const refused = within(dialog().getByRole('region', { name: '3 boards not imported' }));
    expect(refused.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Fourth', 'UntitledThe board is too large.', 'and 1 more']);
    expect(refused.getByRole('link', { name: 'See plans' })).toBeVisible();
    expect(dialog().getByText('5 items in the trash were left out.')).toBeVisible();
    expect(core.intents.at(-1)).toEqual({ type: 'load_boards' });
    expect(dialog().getByRole('button', { name: 'Done' })).toBeVisible();
  });

  it('marks boards that were imported before or exported here, leaves out settings on request, and links to new boards', async () => {
    let id = '';
    const start = async () => {
      const core = await startAccount();
      core.do({ type: 'add_board', name: 'Home' });
      id = core.state().boards[0]?.id ?? '';
      return core;
    };
    const { core, uploads } = await open({ start, read: () => archive([foundBoard('Home', { key: `account:${id}` }), foundBoard('Work')]) });
    const rows = await dialog().findAllByRole('listitem');
    expect(rows.map((row) => within(row).queryByText('Imported already') !== null)).toEqual([true, false]);
    await userEvent.click(dialog().getByRole('checkbox', { name: 'Settings and goals' }));
    const upload = await submit(core, uploads);
    expect(upload.target).toBe('POST /api/account/import?settings=false');
    await upload.finish(200, line({ report: { ...REPORT, board_ids: [id], refused_boards: [], has_settings: false, trashed: 0 } }));
    expect(dialog().getByRole('link', { name: 'Home' })).toBeVisible();
    expect(dialog().queryByText('Settings and goals')).toBeNull();
  });

  it('can be canceled, and imported again', async () => {
    const { core, uploads } = await open();
    const upload = await submit(core, uploads);
    upload.report(2_000);
    upload.receive(line({ step: 'boards', done: 1, total: 2 }));
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(upload.isAborted).toBe(true);
    expect(dialog().getAllByText(/You canceled the import/)).toHaveLength(2);
    expect(dialog().getByRole('status')).toHaveTextContent(/You canceled the import/);
    const again = await submit(core, uploads, 'Import again');
    expect(dialog().queryByText(/You canceled the import/)).toBeNull();
    await again.finish(200, line({ report: { ...REPORT, boards: NONE, notes: NONE, attachments: NONE, refused_boards: [], has_settings: false } }));
    expect(await dialog().findByText('There was nothing to import.')).toBeVisible();
  });

  it('is canceled by closing the dialog, which then says so', async () => {
    const { core, uploads } = await open();
    const upload = await submit(core, uploads);
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
    expect(upload.isAborted).toBe(true);
    expect(dialog().getAllByText(/You canceled the import/)).toHaveLength(2);
    expect(dialog().getByRole('status')).toHaveTextContent(/You canceled the import/);
  });

  it('is canceled when the page is left', async () => {
    const { core, uploads, unmount } = await open();
    const upload = await submit(core, uploads);
    unmount();
    expect(upload.isAborted).toBe(true);
  });

  it('says why it has failed, and can be tried again', async () => {
    const { core, uploads } = await open();
    await dialog().findByText('twentyfour.zip from Twentyfour');
    const uploadThat = (end: (upload: FakeUpload) => Promise<void>) => async () => end(await submit(core, uploads, /^Import (everything|again)$/));
    const refusedUpload = (status: number, text: string) => uploadThat((upload) => upload.finish(status, text));
    const response = (text: string) => uploadThat((upload) => upload.finish(200, text));
    const busy = { code: 'server_busy', message: 'The server is busy.' };
    const attempts: [attempt: () => Promise<void>, text: RegExp][] = [
      [uploadThat((upload) => upload.fail()), /server can’t be reached/],
      [uploadThat((upload) => (upload.report(10), upload.fail())), /connection was lost.*is skipped/],
      // The response ends before the report.
      [response(line({ step: 'boards', done: 1, total: 2 })), /connection was lost.*is skipped/],
      [response(line({ error: 'internal' })), /stopped because of an error/],
      [response(line({ error: 'archive_invalid' })), /archive is damaged/],
      [refusedUpload(401, JSON.stringify({ code: 'token_expired', message: 'Your session expired.' })), /^Your session expired\.$/],
      [response(line({ error: 'archive_too_large' })), /contents of the archive are too large/],
      [refusedUpload(413, '<html>'), /larger than this server accepts/],
      [refusedUpload(503, JSON.stringify(busy)), /^The server is busy\.$/],
      [refusedUpload(502, '<html>'), /server can’t be reached/],
    ];
    for (const [attempt, text] of attempts) {
      await attempt();
      expect(await dialog().findByRole('alert')).toHaveTextContent(text);
    }
    await userEvent.click(dialog().getByRole('button', { name: 'Choose another file' }));
    expect(dialog().queryByRole('alert')).toBeNull();
  });

  it('uploads nothing if the server refuses or misses the request before', async () => {
    const { core, uploads } = await open();
    await core.serve({ '/user/': refusal(429, 'too_many_requests', 'Too many requests.') });
    await userEvent.click(await dialog().findByRole('button', { name: 'Import everything' }));
    await core.settle();
    expect(await dialog().findByRole('alert')).toHaveTextContent('Too many requests.');
    await core.serve({ '/user/': NETWORK_ERROR });
    await userEvent.click(dialog().getByRole('button', { name: 'Import again' }));
    await core.settle();
    await waitFor(() => expect(dialog().getByRole('alert')).toHaveTextContent(/server can’t be reached/));
    expect(uploads).toHaveLength(0);
  });

  it('imports an archive that is too large to be shown', async () => {
    const { core, uploads, file } = await open({ size: 100_000_001 });
    expect(await dialog().findByText(/twentyfour\.zip is too large for a preview/)).toBeVisible();
    const upload = await submit(core, uploads);
    expect(upload.body).toBe(file);
  });

  it.each([
    ['a guest', () => startGuest()],
    ['an account that is offline', startOffline],
  ])('imports only the boards of %s', async (_user, start) => {
    const { core } = await open({ start });
    expect(await dialog().findByText(/Only the boards can be imported here/)).toBeVisible();
    expect(dialog().queryByText('Everything in the file can be imported.')).toBeNull();
    await userEvent.click(dialog().getByRole('checkbox', { name: /Work/ }));
    await userEvent.click(dialog().getByRole('button', { name: 'Import 1 board' }));
    expect(await dialog().findByRole('heading', { name: '1 board imported' })).toBeVisible();
    expect(core.state().boards.map(({ import_key }) => import_key)).toContain(`account:${HOME}`);
  });

  it('refuses an archive of a guest that is too large', async () => {
    await open({ start: () => startGuest(), size: 100_000_001 });
    expect(await dialog().findByRole('alert')).toHaveTextContent('The file is larger than 100 MB.');
    expect(dialog().getByText(/needs an account and a connection/)).toBeVisible();
    expect(dialog().queryByRole('button', { name: 'Import everything' })).toBeNull();
  });
});
