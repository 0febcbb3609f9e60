import type { Intent, RefusedView, SyncView } from '@twentyfour/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast } from 'react-hot-toast';
import { describe, expect, it, vi } from 'vitest';
import { createMirror } from '../../core/mirror';
import { addBoard } from '../../testing/boards';
import { type CoreOptions, type RealCore, startAccount } from '../../testing/real-core';
import { type MockResponse, boardResponses, NETWORK_ERROR, opsResponse } from '../../testing/responses';
import { Announcer } from '../../ui/Announcer';
import { listSyncIssues } from './syncStatus';
import { SyncStatusButton } from './SyncStatusButton';
import { useRejectedChangesToast } from './useRejectedChangesToast';

const { sync: well } = createMirror().getState();

const milk: RefusedView = {
  id: '1',
  code: 'title_too_long',
  message: 'Shorten the title to at most 500 characters.',
  what: 'Rename card “Milk”',
  text: 'Milk, and much more',
};
const list: RefusedView = { ...milk, id: '2', code: 'unknown_board', message: 'It is gone.', what: 'Move a list', text: null };

function Frame() {
  useRejectedChangesToast();
  return (
    <>
      <SyncStatusButton side="right" />
      <Announcer />
    </>
  );
}

/** Starts the core with a board of two lists and the card Milk, and shows the frame. */
async function open(options: CoreOptions = {}) {
  const core = await startAccount(boardResponses(), options);
  const { board, lists, cards } = await addBoard(core, { name: 'Home', lists: { Today: ['Milk'], Later: [] } });
  core.do({ type: 'open_board', slug: board.slug });
  await core.settle();
  render(<Frame />);
  const rename: Intent = { type: 'edit_card', card_id: cards.Milk ?? '', edits: [{ field: 'title', value: 'Milk, and much more' }] };
  const move: Intent = { type: 'move_list', list_id: lists.Later ?? '', index: 0 };
  return { core, rename, move };
}

/** The server refuses to rename cards and to move lists. */
const refusing: MockResponse = opsResponse(({ type }) => (type === 'edit_card' ? 'title_too_long' : type === 'move_list' ? 'unknown_list' : null));

/** Makes the server refuse the given changes. */
async function openRefused(refused: ('rename' | 'move')[]): Promise<RealCore> {
  const { core, ...intents } = await open();
  await core.serve({ 'POST /boards/': refusing });
  for (const name of refused) {
    core.do(intents[name]);
    await core.settle();
  }
  expect(core.state().sync.refused).toHaveLength(refused.length);
  return core;
}

const mark = (name: string | RegExp) => screen.queryByRole('button', { name });

describe('the sync issues', () => {
  const titles = (sync: Partial<SyncView>) => listSyncIssues({ ...well, ...sync }).map(({ title }) => title);
  const clock = { code: 'clock_ahead', message: 'Set the clock right.' } as const;

  it('is empty when everything is synced', () => {
    expect(titles({})).toEqual([]);
    expect(titles({ is_live: true })).toEqual([]);
  });

  it.each<[Partial<SyncView>, string[]]>([
    [{ unsent: 1 }, ['Sending 1 change']],
    [{ unsent: 1000 }, ['Sending 1,000 changes']],
    [{ send_failure: 'offline' }, ['You’re offline']],
    [{ send_failure: 'server', unsent: 2 }, ['Server error']],
    [{ is_memory_only: true, send_failure: 'offline', unsent: 2 }, ['Changes aren’t being saved on this device', 'You’re offline']],
    [{ notice: clock, unsent: 1 }, ['Your device clock is wrong']],
    [{ notice: { ...clock, code: 'token_invalid' as const } }, ['Changes can’t be sent']],
    [{ refused: [milk], notice: clock }, ['A change couldn’t be saved', 'Your device clock is wrong']],
    [{ refused: [milk, list] }, ['2 changes couldn’t be saved']],
  ])('%o', (sync, expected) => {
    expect(titles(sync)).toEqual(expected);
  });

  it('explains what happens to changes after a server error', () => {
    const words = (sync: Partial<SyncView>) => listSyncIssues({ ...well, ...sync }).map(({ text }) => text);
    expect(words({ send_failure: 'server', unsent: 2 })).toEqual(['Your changes are saved and will be sent again.']);
    expect(words({ send_failure: 'server', unsent: 2, is_memory_only: true })[1]).toBe(
      'Keep this tab open. Your changes will be sent again.',
    );
  });

  it('does not promise persistence in memory-only mode', () => {
    const words = listSyncIssues({ ...well, is_memory_only: true, send_failure: 'offline', unsent: 2 }).map(({ text }) => text);
    expect(words[0]).toContain('If you close this tab, you’ll lose 2 changes.');
    expect(words[1]).toBe('You can keep working. 2 changes will sync when you’re back online.');
  });
});

describe('the mark', () => {
  it('appears only when sending takes long', async () => {
    const { core, rename } = await open({ fakesTimers: true });
    await core.serve({ 'POST /boards/': null });
    core.do(rename);
    await core.advance(1000);
    await core.serve(boardResponses());
    expect(core.state().sync.unsent).toBe(0);
    await core.advance(1000);
    await core.serve({ 'POST /boards/': null });
    for (const name of ['Next', 'Then', 'Last']) core.do({ type: 'add_list', name });
    await core.advance(1499);
    expect(core.state().sync.unsent).toBe(3);
    expect(screen.queryByRole('button')).toBeNull();
    await core.advance(1);
    expect(mark(/^Sending 3 changes\. Changes stay on this device/)).toHaveTextContent('3');
    await core.serve(boardResponses());
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('explains itself and retries on request', async () => {
    const { core } = await open();
    await core.serve({ 'POST /boards/': NETWORK_ERROR });
    for (let number = 1; number <= 120; number += 1) core.do({ type: 'add_list', name: `List ${number}` });
    await core.settle();
    const button = mark(/^You’re offline\. You can keep working\. Changes are saved on this device\. 120 changes will sync/);
    expect(button).toHaveTextContent('99+');
    await userEvent.click(button ?? document.body);
    const attempts = () => core.requests.filter(({ path }) => path.endsWith('/ops/')).length;
    const before = attempts();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(attempts()).toBe(before + 1);
    expect(screen.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('heading', { name: 'You’re offline' })).toBeNull();
    expect(button).toHaveFocus();
  });
});

describe('rejected changes', () => {
  const show = async () => {
    await userEvent.click(mark(/couldn’t be saved/) ?? document.body);
    await userEvent.click(screen.getByRole('button', { name: 'Review changes' }));
  };

  it('show one toast each', async () => {
    const error = vi.spyOn(toast, 'error').mockReturnValue('');
    const { core, rename, move } = await open();
    await core.serve({ 'POST /boards/': refusing });
    core.do(rename);
    await core.settle();
    core.do({ type: 'add_list', name: 'Next' });
    await core.settle();
    expect(error.mock.calls.map(([words]) => words)).toEqual(['Change not saved: Rename card “Milk”']);
    // Both wait for the response to the first change, and are then sent together.
    await core.serve({ 'POST /boards/': null });
    core.do({ type: 'add_list', name: 'Last' }, rename, move);
    await core.serve({ 'POST /boards/': refusing });
    expect(error.mock.calls.map(([words]) => words).slice(1)).toEqual(['2 changes couldn’t be saved.']);
  });

  it('show one toast when the page is mounted again, as React does in development', async () => {
    await openRefused(['rename']);
    cleanup();
    const error = vi.spyOn(toast, 'error').mockReturnValue('');
    render(<Frame />, { reactStrictMode: true });
    expect(error).toHaveBeenCalledOnce();
  });

  it('show what, why and the text, and can be dismissed', async () => {
    const core = await openRefused(['rename', 'move', 'rename']);
    await show();
    const dialog = screen.getByRole('dialog', { name: '3 changes couldn’t be saved' });
    const [first, second] = within(dialog).getAllByRole('listitem');
    expect(first).toHaveTextContent('Rename card “Milk”Shorten the title to at most 500 characters.');
    expect(within(first ?? dialog).getByRole('textbox', { name: 'Your text' })).toHaveValue('Milk, and much more');
    expect(second).toHaveTextContent('Move list “Later”');
    expect(within(second ?? dialog).queryByRole('textbox')).toBeNull();
    await userEvent.click(within(second ?? dialog).getByRole('button', { name: 'Dismiss' }));
    expect(core.state().sync.refused.map(({ what }) => what)).toEqual(Array(2).fill('Rename card “Milk”'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Dismiss all' }));
    expect(core.state().sync.refused).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    core.do({ type: 'move_list', list_id: core.state().open_board?.lists[1]?.id ?? '', index: 0 });
    await core.settle();
    expect(core.state().sync.refused).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('copy their text', async () => {
    const user = userEvent.setup();
    await openRefused(['rename']);
    await show();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('Milk, and much more');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
  });

  it('select the text when the clipboard is denied', async () => {
    const user = userEvent.setup();
    await openRefused(['rename']);
    await show();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' });
    expect([text.selectionStart, text.selectionEnd]).toEqual([0, 'Milk, and much more'.length]);
    expect(screen.getByText('Couldn’t copy. The text is selected.')).toBeInTheDocument();
  });
});
