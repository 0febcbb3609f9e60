import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '@twentyfour/core';
import { boardRecord, type FakeCore, snapshot, connectFakeCore, userRecord } from '../../testing/fake-core';
import { TooltipProvider } from '../../ui/Tooltip';
import { AppLayout } from './AppLayout';

const user = userRecord({ is_verified: false });

/** A page with an input, to check whether its state is kept. */
function Page() {
  return <input aria-label="draft" data-path={useLocation().pathname} />;
}

function open(fields: Partial<Snapshot> = {}): FakeCore {
  const core = connectFakeCore({ user, ...fields });
  const router = createMemoryRouter(
    [
      {
        path: '/app',
        Component: () => (
          <TooltipProvider>
            <AppLayout />
          </TooltipProvider>
        ),
        children: [{ path: '*', Component: Page }],
      },
    ],
    { initialEntries: ['/app/stats'] },
  );
  render(<RouterProvider router={router} />);
  return core;
}

/** Returns the dispatched intents without those that load the account, which the deletion banner needs. */

/** Both the rail and the bottom bar are rendered; media queries would hide one, but jsdom does not apply them. */
const first = <T,>([one]: T[]): T => {
  if (one === undefined) throw new Error('there is none');
  return one;
};

describe('the shell', () => {
  it('has four entries and marks the current one', () => {
    open();
    const rail = within(first(screen.getAllByRole('navigation', { name: 'Main' })));
    expect(rail.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
      ['Home', '/app'],
      ['Boards', '/app/b'],
      ['Stats', '/app/stats'],
      ['Settings', '/app/settings'],
    ]);
    expect(rail.getByRole('link', { current: 'page' })).toHaveAccessibleName('Stats');
  });

  it('renders nothing without a user', () => {
    const { session } = snapshot();
    open({ session: { ...session, isAuthenticated: false } });
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('shows the wallpaper on every page, or on Home only', () => {
    const core = open();
    expect(screen.getByTestId('backdrop')).not.toHaveClass('invisible');
    core.emit([{ type: 'preferences', preferences: { ...snapshot().preferences, wallpaper_pages: 'home' } }]);
    expect(screen.getByTestId('backdrop')).toHaveClass('invisible');
    // Panels are opaque without a wallpaper.
    expect(screen.getByTestId('backdrop').closest('.plain')).not.toBeNull();
  });

  it('remounts the page for another account', async () => {
    const core = open();
    const before = screen.getByRole('textbox', { name: 'draft' });
    await userEvent.type(before, 'mine');
    core.emit([{ type: 'user', user: { ...user, first_name: 'Augusta' } }]);
    expect(before).toBeInTheDocument();
    core.emit([{ type: 'user', user: { ...user, id: '2' } }]);
    expect(screen.getByRole('textbox', { name: 'draft' })).toHaveValue('');
  });

  it('keeps actions made before the session is known', async () => {
    const core = open({ user: null });
    const field = screen.getByRole('textbox', { name: 'draft' });
    await userEvent.type(field, 'mine');
    core.emit([{ type: 'user', user }]);
    expect(field).toBeInTheDocument();
    core.emit([{ type: 'user', user: { ...user, id: '2' } }]);
    expect(screen.getByRole('textbox', { name: 'draft' })).toHaveValue('');
  });

  it('shows the user, switches the theme and logs out', async () => {
    const core = open();
    // The rail shows the weather, in the unit of the browser's region.
    expect(core.intents.splice(0)).toEqual([{ type: 'load_background', prefers_light: expect.any(Boolean) }, { type: 'load_weather', language: navigator.language }]);
    const account = first(screen.getAllByRole('button', { name: 'Account' }));
    await userEvent.click(account);
    expect(screen.getByText('ada@example.com')).toBeVisible();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Switch to light theme' }));
    await userEvent.click(account);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log Out' }));
    expect(core.intents).toEqual([
      { type: 'set_theme', theme: 'light' },
      { type: 'log_out', discard_unsent: false },
    ]);
  });

  it('opens the sidebar with boards and more pages', async () => {
    const core = open({ boards: [boardRecord({ id: '7', name: 'Thesis' })] });
    const toggle = screen.getByRole('button', { name: 'Toggle sidebar', expanded: false });
    expect(screen.queryByRole('navigation', { name: 'My Projects' })).toBeNull();
    await userEvent.click(toggle);
    expect(core.intents.at(-1)).toEqual({ type: 'load_boards' });
    const projects = within(screen.getByRole('navigation', { name: 'My Projects' }));
    expect(projects.getByRole('link', { name: 'Thesis' })).toHaveAttribute('href', '/app/b/board-7');
    await userEvent.click(projects.getByRole('button', { name: 'Options for Thesis' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Favorite' }));
    expect(core.intents.at(-1)).toMatchObject({ type: 'edit_board', board_id: '7' });
    const pages = within(screen.getByRole('navigation', { name: 'Other pages' }));
    expect(pages.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/app/tasks',
      '/app/notes',
      '/app/trash',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Toggle sidebar', expanded: true }));
    expect(screen.queryByRole('navigation', { name: 'My Projects' })).toBeNull();
  });

  it('toggles by a key, but not while typing, and stores the state', async () => {
    open();
    const projects = () => screen.queryByRole('navigation', { name: 'My Projects' });
    await userEvent.type(screen.getByRole('textbox', { name: 'draft' }), '[[');
    expect(projects()).toBeNull();
    fireEvent.keyDown(document.body, { key: '[' });
    expect(projects()).toBeInTheDocument();
    cleanup();
    open();
    expect(projects()).toBeInTheDocument();
    fireEvent.keyDown(document.body, { key: '[' });
    expect(projects()).toBeNull();
  });

  it('links to the remaining pages on phones', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Tasks',
      'Notes',
      'Trash',
      'Switch to light theme',
      'Log Out',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Tasks' }));
    expect(screen.getByRole('textbox', { name: 'draft' })).toHaveAttribute('data-path', '/app/tasks');
  });

  it('confirms before unsent changes are lost', async () => {
    const core = open({ sync: { ...snapshot().sync, unsent: 2, send_failure: 'offline' } });
    core.reject = (intent) =>
      intent.type === 'log_out' && !intent.discard_unsent ? { code: 'unsent_changes', message: '…' } : null;
    const logOut = async () => {
      await userEvent.click(first(screen.getAllByRole('button', { name: 'Account' })));
      await userEvent.click(screen.getByRole('menuitem', { name: 'Log Out' }));
    };
    await logOut();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^2 changes can’t be sent/);
    await userEvent.click(screen.getByRole('button', { name: 'Stay logged in' }));
    await logOut();
    await userEvent.click(screen.getByRole('button', { name: 'Log out anyway' }));
    expect(core.intents.at(-1)).toEqual({ type: 'log_out', discard_unsent: true });
  });
});
