/** Every text of the main pages comes from the catalog, so that it is translated. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuthPage } from '../features/auth/AuthPage';
import { BoardPage, preloadBoardParts } from '../features/board/BoardPage';
import { BoardsPage } from '../features/boards/BoardsPage';
import { CalendarPage } from '../features/calendar/CalendarPage';
import { HomePage } from '../features/home/HomePage';
import { InboxPage } from '../features/inbox/InboxPage';
import { AppLayout } from '../features/layout/AppLayout';
import { preloadShortcuts } from '../features/layout/KeyboardShortcuts';
import { NotFoundPage } from '../features/not-found/NotFoundPage';
import { NotesPage } from '../features/notes/NotesPage';
import { preloadPalette } from '../features/palette';
import { preloadQuickAdd } from '../features/quick-add';
import { SearchPage } from '../features/search/SearchPage';
import { SettingsPage } from '../features/settings/SettingsPage';
import { StatsPage } from '../features/stats/StatsPage';
import { TasksPage } from '../features/tasks/TasksPage';
import { TrashPage } from '../features/trash/TrashPage';
import { addBoard } from '../testing/boards';
import { resetLanguage, setPseudoLanguage, textsOutsideBrackets } from '../testing/pseudo-language';
import { NOW, type RealCore, startAccount, startGuest, startLoggedOut } from '../testing/real-core';
import { userResponse } from '../testing/responses';
import { announce } from '../ui/Announcer';

beforeAll(async () => {
  setPseudoLanguage();
  // What another test has announced.
  announce('');
  // Loaded on demand, which takes long in a test that is the first to do so.
  await Promise.all([preloadPalette(), preloadQuickAdd(), preloadShortcuts()]);
}, 60_000);
afterAll(resetLanguage);

const CARD = '⟦Card⟧';

async function start(): Promise<RealCore & { slug: string; card: string }> {
  const core = await startGuest({ stored: { name: '7' } });
  const { board, cards } = await addBoard(core, {
    name: '⟦Board⟧',
    description: '⟦About⟧',
    lists: { '⟦List⟧': [{ title: CARD, labels: ['⟦Label⟧'], due_date: NOW.slice(0, 10), description: '⟦Text⟧', subtasks: ['⟦Step⟧'], comments: ['⟦Done⟧'] }] },
  });
  await preloadBoardParts();
  return Object.assign(core, { slug: board.slug, card: cards[CARD] ?? '' });
}

const PAGES = [
  {
    path: '/app',
    Component: AppLayout,
    children: [
      { index: true, Component: HomePage },
      { path: 'b', Component: BoardsPage },
      { path: 'b/:boardSlug', Component: BoardPage },
      { path: 'calendar', Component: CalendarPage },
      { path: 'inbox', Component: InboxPage },
      { path: 'notes/:noteId?', Component: NotesPage },
      { path: 'search', Component: SearchPage },
      { path: 'settings', Component: SettingsPage },
      { path: 'stats', Component: StatsPage },
      { path: 'tasks', Component: TasksPage },
      { path: 'trash', Component: TrashPage },
    ],
  },
  { path: '/auth', Component: AuthPage },
  { path: '*', Component: NotFoundPage },
];

async function show(core: RealCore, address: string): Promise<void> {
  render(<RouterProvider router={createMemoryRouter(PAGES, { initialEntries: [address] })} />);
  await core.settle();
}

describe('a text comes from the catalog', () => {
  it.each([
    ['/app'],
    ['/app/b'],
    ['/app/tasks'],
    ['/app/calendar'],
    ['/app/calendar?view=week'],
    ['/app/notes'],
    ['/app/trash'],
    ['/app/inbox'],
    ['/app/stats'],
    ['/app/search?q=x'],
    ['/app/settings?section=general'],
    ['/app/settings?section=profile'],
    ['/app/settings?section=preference'],
    ['/app/settings?section=shortcuts'],
    ['/app/settings?section=subscription'],
    ['/nowhere'],
  ])('on %s', async (address) => {
    const core = await start();
    await show(core, address);
    expect(screen.getAllByRole('link').length).toBeGreaterThan(0);
    expect(textsOutsideBrackets()).toEqual([]);
  });

  it('on a board, in a card and in its forms', async () => {
    const core = await start();
    await show(core, `/app/b/${core.slug}`);
    expect(textsOutsideBrackets()).toEqual([]);
    for (const name of ['⟦Filter cards⟧', '⟦Add card⟧', '⟦New List⟧', `⟦Options for ${CARD}⟧`]) {
      await userEvent.click(screen.getByRole('button', { name }));
      await core.settle();
      expect(textsOutsideBrackets(), name).toEqual([]);
    }
    cleanup();
    await show(core, `/app/b/${core.slug}?card=${core.card}`);
    const dialog = within(await screen.findByRole('dialog', { name: CARD }));
    await userEvent.click(dialog.getByRole('button', { name: '⟦Edit Details⟧' }));
    await core.settle();
    expect(textsOutsideBrackets()).toEqual([]);
  });

  it.each(['/app', '/app/inbox', '/app/stats', '/app/settings?section=general', '/app/settings?section=profile', '/app/settings?section=subscription'])(
    'on %s of an account',
    async (address) => {
      const core = await startAccount({ '/user/': userResponse({ first_name: '7', last_name: '8', email: '7@8.9' }) });
      await show(core, address);
      expect(screen.getAllByRole('link').length).toBeGreaterThan(0);
      expect(textsOutsideBrackets()).toEqual([]);
    },
  );

  it.each(['login', 'signup', 'forgot'])('in the form %s', async (mode) => {
    const core = await startLoggedOut({}, { path: `/auth?mode=${mode}` });
    await show(core, `/auth?mode=${mode}`);
    expect(textsOutsideBrackets()).toEqual([]);
  });

  it('in the palette, quick add and the list of shortcuts', async () => {
    const core = await start();
    await show(core, '/app/tasks');
    for (const keys of ['{Control>}k{/Control}', 'q', '?']) {
      await userEvent.keyboard(keys);
      await screen.findByRole('dialog');
      await core.settle();
      expect(textsOutsideBrackets(), keys).toEqual([]);
      await userEvent.keyboard('{Escape}');
    }
  });
});
