import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { showServerResults } from '../../core/server-results';
import { addBoard } from '../../testing/boards';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { SERVER_ERROR } from '../../testing/responses';
import { SearchPage } from './SearchPage';
import { mergePages, type SearchResult } from './results';

const NOW = { now: '2026-11-21T08:40' };

function show(address = '/app/search') {
  const router = createMemoryRouter(
    [
      { path: '/app/search', Component: SearchPage },
      { path: '*', Component: () => <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

/** Opens the page of a guest with a board. */
async function open(address?: string) {
  const core = await startGuest(NOW);
  const home = await addBoard(core, {
    name: 'Home',
    lists: {
      'To do': [
        { title: 'Bake bread', description: 'With **rye** flour', due_date: '2026-11-21' },
        { title: 'Buy flour', priority: 'completed' },
      ],
    },
  });
  return { core, home, router: show(address) };
}

const field = () => screen.getByRole('searchbox', { name: 'Search boards, cards and notes' });
const results = () => within(screen.getByRole('region', { name: 'Results' })).getAllByRole('link');

/** Waits until the page has asked the server, and delivers the response. */
async function untilAsked(core: RealCore, query: string): Promise<void> {
  await waitFor(() => expect(core.intents).toContainEqual({ type: 'search_server', query }));
  await core.settle();
}

const serverResult = (fields: object) => ({
  kind: 'card',
  id: '018bcfe5-6800-7000-8000-0000000000c1',
  board_id: '018bcfe5-6800-7000-8000-0000000000b1',
  board_name: 'Work',
  board_slug: 'work-1',
  card_id: '018bcfe5-6800-7000-8000-0000000000c1',
  title: 'Bread for everybody',
  title_ranges: [{ start: 0, end: 5 }],
  snippet: 'Buy bread before noon',
  ranges: [{ start: 4, end: 9 }],
  is_archived: false,
  is_trashed: false,
  is_done: false,
  due: null,
  ...fields,
});

/** A page of the server with two cards. */
function page(first: number, cursor: string | null) {
  const id = (number: number) => `018bcfe5-6800-7000-8000-${String(number).padStart(12, '0')}`;
  return {
    body: { results: [first, first + 1].map((number) => serverResult({ id: id(number), card_id: id(number), title: `Bread ${number}` })), cursor },
  };
}

/** Opens the search of an account for which the server has further pages. */
async function openPages(pages: Record<string, object>) {
  const core = await startAccount({ '/boards/get-boards/': { body: [] }, ...pages }, NOW);
  await core.goLive();
  show('/app/search?q=bread');
  await untilAsked(core, 'bread');
  await screen.findByRole('button', { name: 'Show more' });
  return core;
}

async function showMore(core: RealCore): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await core.settle();
}

describe('the search page', () => {
  it('focuses the field and explains the filters while nothing is searched', async () => {
    const { router } = await open();
    expect(field()).toHaveFocus();
    expect(document.title).toBe('Search');
    await userEvent.click(screen.getByRole('button', { name: 'Add due:today' }));
    expect(field()).toHaveValue('due:today');
    expect(field()).toHaveFocus();
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('q')).toBe('due:today'));
    expect(await screen.findByRole('link', { name: 'Card Bake bread' })).toBeVisible();
  });

  it('finds what is on the device, highlighted, and links to it', async () => {
    const { home } = await open('/app/search?q=flour');
    expect(await screen.findByRole('link', { name: 'Card Bake bread' })).toHaveAttribute(
      'href',
      `/app/b/${home.board.slug}?card=${home.cards['Bake bread']}`,
    );
    expect(results().map((link) => link.textContent)).toEqual(['Card Buy flour', 'Card Bake bread']);
    expect(screen.getAllByText('flour').map(({ tagName }) => tagName)).toEqual(['MARK', 'MARK']);
    expect(await screen.findByText('2 results')).toBeInTheDocument();
  });

  it('searches while typing, and says when there is nothing', async () => {
    const { router } = await open();
    await userEvent.type(field(), 'bre');
    expect(await screen.findByRole('link', { name: 'Card Bake bread' })).toBeVisible();
    await userEvent.type(field(), 'x');
    expect(await screen.findByRole('heading', { name: 'No results for “brex”' })).toBeVisible();
    await waitFor(() => expect(router.state.location.search).toBe('?q=brex'));
    // A link to another search, such as that of the palette.
    await router.navigate('/app/search?q=home');
    expect(await screen.findByRole('link', { name: 'Board Home' })).toBeVisible();
    expect(field()).toHaveValue('home');
    await router.navigate(-1);
    expect(await screen.findByRole('heading', { name: 'No results for “brex”' })).toBeVisible();
    expect(field()).toHaveValue('brex');
  });

  it('names the filters that are not understood when there is nothing', async () => {
    await open('/app/search?q=bread due:blah');
    expect(await screen.findByText('The filter due:blah isn’t understood. Clear the field to see all filters.')).toBeVisible();
    await userEvent.type(field(), ' -is:foo label:');
    expect(await screen.findByText('The filters due:blah, -is:foo, label: aren’t understood. Clear the field to see all filters.')).toBeVisible();
    await userEvent.clear(field());
    await userEvent.type(field(), '"due:blah" is:open');
    expect(await screen.findByText('Check the spelling, or use fewer words and filters.')).toBeVisible();
  });

  it('puts the query into the address at once when the field is left or Enter is pressed', async () => {
    const { router } = await open();
    await userEvent.type(field(), 'flour');
    await userEvent.tab();
    expect(router.state.location.search).toBe('?q=flour');
    await userEvent.type(field(), 's{Enter}');
    expect(router.state.location.search).toBe('?q=flours');
  });

  it('uses as much of a long query in the address as can be typed', async () => {
    const core = await startAccount({ '/boards/get-boards/': { body: [] }, '/search/': { body: { results: [], cursor: null } } }, NOW);
    show(`/app/search?q=${'a'.repeat(201)}`);
    expect(field()).toHaveValue('a'.repeat(200));
    await untilAsked(core, 'a'.repeat(200));
  });

  it('selects the query by the keys that open the page', async () => {
    await open('/app/search?q=flour');
    (await screen.findByRole('link', { name: 'Card Bake bread' })).focus();
    await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}');
    await waitFor(() => expect(field()).toHaveFocus());
    expect(field()).toHaveValue('flour');
    expect((field() as HTMLInputElement).selectionEnd).toBe(5);
  });

  it('moves the focus between the field and the results by arrow keys', async () => {
    await open('/app/search?q=flour');
    await screen.findByRole('link', { name: 'Card Bake bread' });
    await userEvent.keyboard('{ArrowDown}');
    expect(results()[0]).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(results()[1]).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(field()).toHaveFocus();
  });

  it('shows filters as chips, and switches for the archive and the trash', async () => {
    const { core, home } = await open('/app/search?q=flour is:done');
    core.do({ type: 'open_board', slug: home.board.slug }, { type: 'delete_card', card_id: home.cards['Bake bread'] ?? '' });
    await core.settle();
    const chips = await screen.findByRole('list', { name: 'Active filters' });
    expect(within(chips).getByText('is:done')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove is:done' }));
    expect(field()).toHaveValue('flour');
    const trash = screen.getByRole('switch', { name: 'Trash' });
    await userEvent.click(trash);
    expect(trash).toBeChecked();
    expect(trash).toHaveFocus();
    expect(field()).toHaveValue('flour is:trashed');
    expect(await screen.findByRole('link', { name: 'Card Bake bread' })).toHaveAttribute('href', '/app/trash');
    expect(screen.getByText('In trash')).toBeVisible();
    await userEvent.click(trash);
    expect(field()).toHaveValue('flour');
  });

  it('adds the results of the server, each card once', async () => {
    const found = [serverResult({}), serverResult({ kind: 'comment', id: '018bcfe5-6800-7000-8000-0000000000d1' })];
    const core = await startAccount({ '/boards/get-boards/': { body: [] }, '/search/': { body: { results: found, cursor: null } } }, NOW);
    show('/app/search?q=bread');
    expect(screen.getByText('Searching')).toBeInTheDocument();
    await untilAsked(core, 'bread');
    expect(core.requests.find(({ path }) => path.startsWith('/search/'))?.path).toBe('/search/?limit=50&q=bread');
    const link = await screen.findByRole('link', { name: 'Card Bread for everybody' });
    expect(link).toHaveAttribute('href', '/app/b/work-1?card=018bcfe5-6800-7000-8000-0000000000c1');
    expect(results()).toHaveLength(1);
    expect(screen.getByText('Work')).toBeVisible();
  });

  it('ignores the response to an older query', async () => {
    const core = await startAccount({ '/boards/get-boards/': { body: [] }, '/search/': { body: { results: [serverResult({})], cursor: null } } }, NOW);
    show('/app/search?q=bread');
    await untilAsked(core, 'bread');
    expect(await screen.findByRole('link', { name: 'Card Bread for everybody' })).toBeVisible();
    act(() => showServerResults({ query: 'brea', cursor: null, results: '{"results":[],"cursor":null}' }));
    expect(screen.getByRole('link', { name: 'Card Bread for everybody' })).toBeVisible();
    expect(screen.queryByText('Searching')).not.toBeInTheDocument();
  });

  it('shows what is on the device when the server fails, and asks again on request', async () => {
    const core = await startAccount({ '/boards/get-boards/': { body: [] }, '/search/': SERVER_ERROR }, NOW);
    await core.goLive();
    show('/app/search?q=bread');
    await untilAsked(core, 'bread');
    expect(await screen.findByText('Couldn’t search everything. Showing what is on this device.')).toBeVisible();
    await core.serve({ '/search/': { body: { results: [serverResult({ kind: 'note', card_id: null, board_name: null, board_slug: null })], cursor: null } } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(await screen.findByRole('link', { name: 'Note Bread for everybody' })).toHaveAttribute('href', expect.stringMatching(/^\/app\/notes\//));
    expect(screen.queryByText(/Couldn’t search/)).not.toBeInTheDocument();
  });

  it('shows more results of the device and of the server, after those before', async () => {
    const core = await startAccount(
      { '/boards/get-boards/': { body: [] }, '/search/?limit=50&q=bread': page(1, 'next'), '/search/?limit=50&q=bread&cursor=next': SERVER_ERROR },
      NOW,
    );
    await core.goLive();
    await addBoard(core, { name: 'Home', lists: { 'To do': Array.from({ length: 52 }, (_, index) => `My bread ${index}`) } });
    await core.settle();
    show('/app/search?q=bread');
    await untilAsked(core, 'bread');
    await waitFor(() => expect(results()).toHaveLength(52));
    const shown = () => results().map(({ textContent }) => textContent);
    const before = shown();
    expect(before.slice(50)).toEqual(['Card Bread 1', 'Card Bread 2']);
    const more = screen.getByRole('button', { name: 'Show more' });
    await userEvent.click(more);
    await core.settle();
    // What failed can be tried again.
    expect(await screen.findByText('Couldn’t search everything. Showing what is on this device.')).toBeVisible();
    expect(shown().slice(0, 52)).toEqual(before);
    expect(results()).toHaveLength(54);
    await core.serve({ '/search/?limit=50&q=bread&cursor=next': page(2, null) });
    more.focus();
    await userEvent.keyboard('{Enter}');
    await core.settle();
    await waitFor(() => expect(results()).toHaveLength(55));
    expect(shown().slice(0, 52)).toEqual(before);
    expect(shown().at(-1)).toBe('Card Bread 3');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(results().at(-1)).toHaveFocus();
    expect(screen.queryByText(/Couldn’t search/)).not.toBeInTheDocument();
  });

  it('says that only the device is searched while offline', async () => {
    const core = await startAccount({ '/boards/get-boards/': { body: [] }, '/search/': { status: 0 } }, NOW);
    show('/app/search?q=bread');
    await untilAsked(core, 'bread');
    expect(await screen.findByText('Showing what is on this device')).toBeVisible();
  });

  it('shows more results of a query to which the user has returned', async () => {
    const core = await openPages({
      '/search/?limit=50&q=bread': page(1, 'c1'),
      '/search/?limit=50&q=breads': page(20, null),
      '/search/?limit=50&q=bread&cursor=c1': page(3, 'c2'),
    });
    await showMore(core);
    await waitFor(() => expect(results()).toHaveLength(4));
    await userEvent.type(field(), 's');
    await untilAsked(core, 'breads');
    await waitFor(() => expect(results()[0]).toHaveTextContent('Bread 20'));
    await userEvent.type(field(), '{Backspace}');
    await waitFor(() => expect(core.intents.filter((intent) => intent.type === 'search_server' && intent.query === 'bread')).toHaveLength(3));
    await core.settle();
    await waitFor(() => expect(results()[0]).toHaveTextContent('Bread 1'));
    expect(screen.getByRole('button', { name: 'Show more' })).toHaveAttribute('aria-disabled', 'false');
    await showMore(core);
    await waitFor(() => expect(results()).toHaveLength(4));
  });

  it('keeps the pages of a query to which the user returns at once', async () => {
    const core = await openPages({ '/search/?limit=50&q=bread': page(1, 'c1'), '/search/?limit=50&q=bread&cursor=c1': page(3, 'c2') });
    await showMore(core);
    await waitFor(() => expect(results()).toHaveLength(4));
    await userEvent.type(field(), 's{Backspace}');
    expect(results()).toHaveLength(4);
    // A repeated response does not replace the pages either.
    act(() => showServerResults({ query: 'bread', cursor: null, results: JSON.stringify(page(1, 'c1').body) }));
    expect(results()).toHaveLength(4);
    expect(core.intents.filter(({ type }) => type === 'search_server')).toHaveLength(2);
  });

  it('asks again for a query to which the user returns, because the server may find more by now', async () => {
    const core = await startAccount({ '/boards/get-boards/': { body: [] }, '/search/?limit=50&q=bread': { body: { results: [], cursor: null } } }, NOW);
    await core.goLive();
    show('/app/search?q=bread');
    await untilAsked(core, 'bread');
    expect(await screen.findByRole('heading', { name: 'No results for “bread”' })).toBeVisible();
    await core.serve({ '/search/?limit=50&q=bread': page(1, null) });
    await userEvent.type(field(), 's{Backspace}');
    await waitFor(() => expect(core.intents.filter(({ type }) => type === 'search_server')).toHaveLength(2));
    await core.settle();
    expect(await screen.findByRole('link', { name: 'Card Bread 1' })).toBeVisible();
  });

  it('adds a page that arrives while another query is typed', async () => {
    const core = await openPages({ '/search/?limit=50&q=bread': page(1, 'c1'), '/search/?limit=50&q=bread&cursor=c1': page(3, 'c2') });
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await userEvent.type(field(), 's');
    await core.settle();
    await userEvent.type(field(), '{Backspace}');
    await waitFor(() => expect(results()).toHaveLength(4));
    expect(screen.getByRole('button', { name: 'Show more' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('focuses the last result when the last page adds none', async () => {
    const core = await openPages({
      '/search/?limit=50&q=bread': { body: { results: [serverResult({})], cursor: 'c1' } },
      '/search/?limit=50&q=bread&cursor=c1': { body: { results: [serverResult({ kind: 'comment', id: '018bcfe5-6800-7000-8000-0000000000c9' })], cursor: null } },
    });
    const button = screen.getByRole('button', { name: 'Show more' });
    await userEvent.click(button);
    // It is replaced by the same count, which is then announced again.
    expect(screen.getByRole('status')).toHaveTextContent('Searching');
    await core.settle();
    await waitFor(() => expect(button).not.toBeInTheDocument());
    expect(screen.getByRole('status')).toHaveTextContent('1 result');
    expect(results()).toHaveLength(1);
    expect(results()[0]).toHaveFocus();
  });
});

describe('the order of results', () => {
  const result = (key: string) => ({ key }) as SearchResult;
  const order = (local: string[], pages: [string[], number][]) =>
    mergePages(local.map(result), pages.map(([keys, local_count]) => ({ results: keys.map(result), local_count, next: null }))).map(({ key }) => key);

  it('is that in which they were shown, each result once', () => {
    expect(order(['a', 'b', 'c', 'd'], [[['x', 'a', 'x'], 2], [['y', 'd'], 4]])).toEqual(['a', 'b', 'x', 'c', 'd', 'y']);
    // The second page has failed at first, while more of the device was shown.
    expect(order(['a', 'b', 'c'], [[['x'], 1], [['y'], 3]])).toEqual(['a', 'x', 'b', 'c', 'y']);
    expect(order(['a'], [])).toEqual(['a']);
  });
});
