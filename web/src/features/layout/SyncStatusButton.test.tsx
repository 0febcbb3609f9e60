import type { RefusedView, SyncView } from '@twentyfour/core';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast } from 'react-hot-toast';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { snapshot, connectFakeCore } from '../../testing/fake-core';
import { Announcer } from '../../ui/Announcer';
import { listSyncIssues } from './syncStatus';
import { SyncStatusButton } from './SyncStatusButton';
import { useRejectedChangesToast } from './useRejectedChangesToast';

const { sync: well } = snapshot();

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

function open(sync: Partial<SyncView> = {}) {
  const core = connectFakeCore({ sync: { ...well, ...sync } });
  render(<Frame />);
  return { core, say: (change: Partial<SyncView>) => core.emit([{ type: 'sync', sync: { ...well, ...change } }]) };
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
  afterEach(() => vi.useRealTimers());

  it('appears only when sending takes long', () => {
    vi.useFakeTimers();
    const { say } = open({ unsent: 1 });
    act(() => vi.advanceTimersByTime(1000));
    say({});
    act(() => vi.advanceTimersByTime(1000));
    say({ unsent: 3 });
    act(() => vi.advanceTimersByTime(1499));
    expect(screen.queryByRole('button')).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(mark(/^Sending 3 changes\. Changes stay on this device/)).toHaveTextContent('3');
    say({});
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('explains itself and retries on request', async () => {
    open({ unsent: 120, send_failure: 'offline' });
    const button = mark(/^You’re offline\. You can keep working\. Changes are saved on this device\. 120 changes will sync/);
    expect(button).toHaveTextContent('99+');
    await userEvent.click(button ?? document.body);
    const online = vi.fn();
    window.addEventListener('online', online);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    window.removeEventListener('online', online);
    expect(online).toHaveBeenCalledOnce();
    expect(screen.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('heading', { name: 'You’re offline' })).toBeNull();
    expect(button).toHaveFocus();
  });
});

describe('rejected changes', () => {
  const show = async () => {
    await userEvent.click(mark(/couldn’t be saved/) ?? document.body);
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  };

  it('show one toast each', () => {
    const error = vi.spyOn(toast, 'error').mockReturnValue('');
    const { say } = open();
    say({ refused: [milk] });
    say({ refused: [milk], unsent: 1 });
    expect(error.mock.calls.map(([words]) => words)).toEqual(['Change not saved: Rename card “Milk”']);
    say({ refused: [milk, list, { ...list, id: '3' }] });
    expect(error.mock.calls.map(([words]) => words).slice(1)).toEqual(['2 changes couldn’t be saved.']);
  });

  it('show what, why and the text, and can be dismissed', async () => {
    const { core, say } = open({ refused: [milk, list] });
    await show();
    const dialog = screen.getByRole('dialog', { name: '2 changes couldn’t be saved' });
    const [first, second] = within(dialog).getAllByRole('listitem');
    expect(first).toHaveTextContent('Rename card “Milk”Shorten the title to at most 500 characters.');
    expect(within(first ?? dialog).getByRole('textbox', { name: 'Your text' })).toHaveValue('Milk, and much more');
    expect(within(second ?? dialog).queryByRole('textbox')).toBeNull();
    await userEvent.click(within(second ?? dialog).getByRole('button', { name: 'Dismiss' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Dismiss all' }));
    expect(core.intents).toEqual([
      { type: 'dismiss_refused', refused_id: '2' },
      { type: 'dismiss_refused', refused_id: null },
    ]);
    say({});
    expect(screen.queryByRole('dialog')).toBeNull();
    say({ refused: [list] });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('copy their text', async () => {
    const user = userEvent.setup();
    connectFakeCore({ sync: { ...well, refused: [milk] } });
    render(<Frame />);
    await show();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('Milk, and much more');
    expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
  });

  it('select the text when the clipboard is denied', async () => {
    const user = userEvent.setup();
    connectFakeCore({ sync: { ...well, refused: [milk] } });
    render(<Frame />);
    await show();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' });
    expect([text.selectionStart, text.selectionEnd]).toEqual([0, 'Milk, and much more'.length]);
    expect(screen.getByText('Couldn’t copy. The text is selected.')).toBeInTheDocument();
  });
});
