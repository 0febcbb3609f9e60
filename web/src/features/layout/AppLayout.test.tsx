import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider, useLocation } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { addBoard } from '../../testing/boards';
import { accessToken, type RealCore, startAccount, startGuest, startLoggedOut } from '../../testing/real-core';
import { type MockResponses, boardResponses, NETWORK_ERROR, preferencesResponse, userResponse } from '../../testing/responses';
import { completeSession, MINUTE } from '../../testing/timer';
import { Toaster } from '../../ui/Toaster';
import { AppLayout } from './AppLayout';
import { usePageFocus } from './usePageFocus';

/** Whether the file of the notices fails to load. */
const notices = vi.hoisted(() => ({ fail: false }));
vi.mock('./Notices', async (load) => {
  const module = await load<typeof import('./Notices')>();
  return {
    get default() {
      if (notices.fail) throw new TypeError('Failed to fetch');
      return module.default;
    },
  };
});

vi.mock('./usePageFocus', async (load) => {
  const { usePageFocus: original } = await load<typeof import('./usePageFocus')>();
  return { usePageFocus: vi.fn(original) };
});

const OTHER = '018bcfe5-6800-7000-8000-000000000002';

/** A page with an input, to check whether its state is kept, and a link to another page, on which it is removed. */
function Page() {
  const { pathname } = useLocation();
  return (
    <>
      <input aria-label="draft" data-path={pathname} />
      {pathname === '/app/stats' && <Link to="/app/tasks">Tasks of today</Link>}
    </>
  );
}

/** Opens a page of an account. */
async function open(responses: MockResponses = {}): Promise<RealCore> {
  const core = await startAccount({ ...boardResponses(), ...responses });
  show();
  return core;
}

function show(): void {
  const router = createMemoryRouter(
    [
      {
        path: '/app',
        Component: () => (
          <>
            <AppLayout />
          </>
        ),
        children: [{ path: '*', Component: Page }],
      },
    ],
    { initialEntries: ['/app/stats'] },
  );
  render(<RouterProvider router={router} />);
}

/** Both the rail and the bottom bar are rendered; media queries would hide one, but jsdom does not apply them. */
const first = <T,>([one]: T[]): T => {
  if (one === undefined) throw new Error('there is none');
  return one;
};

describe('the shell', () => {
  it('says that a phase has ended if the notices cannot be loaded, and loads them again at the next end', async () => {
    notices.fail = true;
    const core = await startGuest();
    show();
    render(<Toaster position="bottom-left" duration={5000} />);
    await completeSession(core);
    expect(await screen.findByText('Focus session ended', {}, { timeout: 5000 })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
    notices.fail = false;
    core.do({ type: 'start_timer' });
    // The toaster removes a toast a second after it is dismissed.
    await waitFor(() => expect(screen.queryByText('Focus session ended')).toBeNull(), { timeout: 5000 });
    await core.advance(5 * MINUTE);
    expect(await screen.findByRole('region', { name: 'Break ended' }, { timeout: 5000 })).toBeVisible();
  });

  it('has four entries and marks the current one', async () => {
    await open();
    const rail = within(first(screen.getAllByRole('navigation', { name: 'Main' })));
    expect(rail.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
      ['Home', '/app'],
      ['Boards', '/app/b'],
      ['Stats', '/app/stats'],
      ['Settings', '/app/settings'],
    ]);
    expect(rail.getByRole('link', { current: 'page' })).toHaveAccessibleName('Stats');
  });

  it('renders nothing without a user', async () => {
    await startLoggedOut();
    show();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('shows the wallpaper on every page, or on Home only', async () => {
    const core = await open();
    expect(screen.getByTestId('backdrop')).not.toHaveClass('invisible');
    core.do({ type: 'set_preferences', update: { wallpaper_pages: 'home' } });
    expect(screen.getByTestId('backdrop')).toHaveClass('invisible');
    // Panels are opaque without a wallpaper.
    expect(screen.getByTestId('backdrop').closest('.plain')).not.toBeNull();
  });

  it('moves the focus to an opened page if the link to it is gone', async () => {
    await open();
    expect(document.body).toHaveFocus();
    screen.getByRole('link', { name: 'Tasks of today' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('link', { name: 'Tasks of today' })).toBeNull();
    expect(screen.getByRole('main')).toHaveFocus();
    const boards = first(screen.getAllByRole('link', { name: 'Boards' }));
    boards.focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('textbox')).toHaveAttribute('data-path', '/app/b');
    expect(boards).toHaveFocus();
  });

  it('remounts the page for another account', async () => {
    const core = await open();
    const before = screen.getByRole('textbox', { name: 'draft' });
    await userEvent.type(before, 'mine');
    core.do({ type: 'load_account' }, { type: 'edit_profile', first_name: 'Augusta', last_name: 'Byron' });
    await core.serve({ 'PUT /user/': userResponse({ first_name: 'Augusta' }) });
    expect(core.state().user?.first_name).toBe('Augusta');
    expect(before).toBeInTheDocument();
    // Another tab logs in to another account.
    core.browser.stored.set('access_token', accessToken(OTHER));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' })));
    await core.serve({ '/user/': userResponse({ id: OTHER }) });
    expect(core.state().user?.id).toBe(OTHER);
    expect(screen.getByRole('textbox', { name: 'draft' })).toHaveValue('');
  });

  it('keeps actions made before the session is known', async () => {
    const core = await open({ '/user/': null });
    expect(core.state().user).toBeNull();
    const field = screen.getByRole('textbox', { name: 'draft' });
    await userEvent.type(field, 'mine');
    await core.serve({ '/user/': userResponse() });
    expect(core.state().user).not.toBeNull();
    expect(field).toBeInTheDocument();
    expect(field).toHaveValue('mine');
  });

  it('shows the user, switches the theme and logs out', async () => {
    const core = await open();
    // The rail shows the weather, in the unit of the browser's region.
    expect(core.intents.splice(0).toSorted((one, other) => one.type.localeCompare(other.type))).toEqual([
      { type: 'load_background', prefers_light: expect.any(Boolean) },
      { type: 'load_inbox' },
      { type: 'load_weather', language: navigator.language },
    ]);
    const account = first(screen.getAllByRole('button', { name: 'Account' }));
    await userEvent.click(account);
    expect(await screen.findByText('ada@example.com')).toBeVisible();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Switch to light theme' }));
    expect(core.state().preferences.theme).toBe('light');
    await core.serve({ '/preferences/': preferencesResponse({ theme: 'light' }) });
    await userEvent.click(account);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log Out' }));
    expect(core.intents.at(-1)).toEqual({ type: 'log_out', discard_unsent: false });
    expect(core.state().session.isAuthenticated).toBe(false);
  });

  it('opens the sidebar with boards and more pages', async () => {
    const core = await startAccount(boardResponses());
    const { board } = await addBoard(core, { name: 'Thesis' });
    // So that the sidebar opens at once, also on a slow machine.
    await import('./Sidebar');
    show();
    const toggle = screen.getByRole('button', { name: 'Toggle sidebar', expanded: false });
    expect(screen.queryByRole('navigation', { name: 'My Projects' })).toBeNull();
    await userEvent.click(toggle);
    const projects = within(await screen.findByRole('navigation', { name: 'My Projects' }));
    expect(core.intents.at(-1)).toEqual({ type: 'load_boards' });
    expect(projects.getByRole('link', { name: 'Thesis' })).toHaveAttribute('href', `/app/b/${board.slug}`);
    await userEvent.click(projects.getByRole('button', { name: 'Options for Thesis' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Favorite' }));
    expect(core.state().boards).toMatchObject([{ id: board.id, favorite: true }]);
    const pages = within(screen.getByRole('navigation', { name: 'Other pages' }));
    expect(pages.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/app/tasks',
      '/app/calendar',
      '/app/notes',
      '/app/trash',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Toggle sidebar', expanded: true }));
    expect(screen.queryByRole('navigation', { name: 'My Projects' })).toBeNull();
  });

  it('toggles by a key, but not while typing, and stores the state', async () => {
    await open();
    const projects = () => screen.queryByRole('navigation', { name: 'My Projects' });
    await userEvent.type(screen.getByRole('textbox', { name: 'draft' }), '[[');
    expect(projects()).toBeNull();
    const renders = vi.mocked(usePageFocus).mock.calls.length;
    fireEvent.keyDown(document.body, { key: '[' });
    expect(await screen.findByRole('navigation', { name: 'My Projects' })).toBeVisible();
    // The layout, which calls the hook, is not rendered again.
    expect(usePageFocus).toHaveBeenCalledTimes(renders);
    expect(localStorage.getItem('sideList')).toBe('unfolded');
    cleanup();
    show();
    expect(projects()).toBeInTheDocument();
    fireEvent.keyDown(document.body, { key: '[' });
    expect(projects()).toBeNull();
    expect(localStorage.getItem('sideList')).toBeNull();
  });

  it('links to the remaining pages on phones', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Inbox',
      'Tasks',
      'Calendar',
      'Notes',
      'Trash',
      'Switch to light theme',
      'Log Out',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Tasks' }));
    expect(screen.getByRole('textbox', { name: 'draft' })).toHaveAttribute('data-path', '/app/tasks');
  });

  it('opens the saved views from “More” on phones', async () => {
    const views = [{ id: '1', name: 'Due today', board_id: null, query: 'due=today' }];
    await open({ '/preferences/': preferencesResponse({ views: JSON.stringify(views) }) });
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Views' }));
    const dialog = await screen.findByRole('dialog', { name: 'Views' });
    await userEvent.click(within(dialog).getByRole('link', { name: 'Due today' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'draft' })).toHaveAttribute('data-path', '/app/tasks');
  });

  it('confirms before unsent changes are lost', async () => {
    const core = await open({ 'POST /boards/': NETWORK_ERROR });
    for (const name of ['Home', 'Work']) core.do({ type: 'add_board', name });
    await core.serve({ 'POST /boards/create-board/': NETWORK_ERROR });
    expect(core.state().sync).toMatchObject({ unsent: 2, send_failure: 'offline' });
    const logOut = async () => {
      await userEvent.click(first(screen.getAllByRole('button', { name: 'Account' })));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Log Out' }));
    };
    await logOut();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^2 changes can’t be sent/);
    await userEvent.click(screen.getByRole('button', { name: 'Stay logged in' }));
    await logOut();
    await userEvent.click(screen.getByRole('button', { name: 'Log out anyway' }));
    expect(core.state().session.isAuthenticated).toBe(false);
  });

  it('links to the inbox with the number of unread entries', async () => {
    const entry = {
      id: '0190000a-0000-7000-8000-000000000001',
      kind: 'assignment',
      at: '2026-03-03T07:05:00.000Z',
      is_read: false,
      who: 'Ben Byron',
      board_id: '01900001-0000-7000-8000-000000000001',
      board_name: 'Groceries',
      board_slug: 'groceries-7f3k',
      card_id: '01900003-0000-7000-8000-000000000000',
      card_title: 'Bread',
      text: null,
      role: null,
    };
    const core = await open({ 'GET /inbox/': { body: { unread_count: 120, entries: [entry], has_more: true } } });
    await core.settle();
    const bell = screen.getByRole('link', { name: 'Inbox, 120 unread' });
    expect(bell).toHaveTextContent('99+');
    expect(screen.getByRole('button', { name: 'More, 120 unread in your inbox' })).toBeInTheDocument();
    await core.goLive();
    await core.serve({ 'GET /inbox/': { body: { unread_count: 0, entries: [], has_more: false } } });
    await core.receive({ type: 'inbox_changed' });
    expect(bell).toHaveAccessibleName('Inbox');
    expect(bell).toHaveTextContent('');
    await userEvent.click(bell);
    expect(screen.getByRole('textbox', { name: 'draft' })).toHaveAttribute('data-path', '/app/inbox');
  });

  it('has no inbox for guests', async () => {
    const core = await startGuest();
    show();
    expect(screen.queryByRole('link', { name: 'Inbox' })).toBeNull();
    expect(core.intents.map(({ type }) => type)).not.toContain('load_inbox');
  });
});
