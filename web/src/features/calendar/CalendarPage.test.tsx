import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Recurrence } from '@twentyfour/core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { mirror } from '../../core/client';
import { loadFinder } from '../../core/finder';
import { preloadDispatcher } from '../../shell/commands/bindings';
import { addBoard } from '../../testing/boards';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { boardResponses, SERVER_ERROR } from '../../testing/responses';
import { Announcer } from '../../ui/Announcer';
import { preloadQuickAdd, QuickAdd } from '../quick-add';
import { CalendarPage } from './CalendarPage';
import { cancelDrag, pickUp } from './dragStore';

const NOW = { now: '2026-11-30T08:40' };

/** Adds the boards Home and Work. */
async function addBoards(core: RealCore) {
  const home = await addBoard(core, {
    name: 'Home',
    color: '#4073ff',
    lists: {
      'To do': [
        { title: 'Rent', due_date: '2026-11-27' },
        { title: 'Milk', due_date: '2026-11-30T18:00' },
        { title: 'Bread', due_date: '2026-11-30', priority: 'completed' },
        { title: 'Without date', reminders: [60] },
      ],
    },
  });
  const work = await addBoard(core, { name: 'Work', lists: { Drafts: [{ title: 'Thesis', due_date: '2026-12-24' }] } });
  return { home, work };
}

function show(address: string) {
  const router = createMemoryRouter(
    [
      {
        path: '/app/calendar',
        Component: () => (
          <>
            <CalendarPage />
            <QuickAdd />
            <Announcer />
          </>
        ),
      },
      { path: '*', Component: () => <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

/** Opens the calendar of a guest with the boards Home and Work. */
async function open(address = '/app/calendar') {
  const core = await startGuest(NOW);
  const boards = await addBoards(core);
  return { core, ...boards, router: show(address) };
}

const day = (name: string) => screen.getByRole('gridcell', { name });
const entry = (title: string) => screen.getByRole('button', { name: new RegExp(title) });
const dueOf = (core: RealCore, title: string) => core.state().tasks.tasks.find((task) => task.title === title)?.due_date;
const title = () => document.querySelector('main [aria-live], header [aria-live]')?.textContent;

describe('the calendar', () => {
  it('shows the cards of all boards on their days of the month', async () => {
    await open();
    expect(title()).toBe('November 2026');
    expect(screen.getAllByRole('gridcell')).toHaveLength(42);
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    const today = day('Monday, 30 November, 2 cards');
    expect(today).toHaveAttribute('aria-current', 'date');
    expect(within(today).getAllByRole('button').map((button) => button.textContent)).toEqual(['Bread, Home, done', '6:00\u00a0PM, Milk, Home']);
    expect(within(day('Friday, 27 November, 1 card')).getByRole('button')).toHaveTextContent('Rent, Home, overdue');
    expect(day('Tuesday, 1 December, no cards')).toBeVisible();
    expect(screen.queryByText('Without date')).toBeNull();
    expect(document.title).toBe('Calendar');
  });

  it('keeps the view and the day in the address', async () => {
    const { router } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
    await waitFor(() => expect(title()).toBe('December 2026'));
    expect(within(day('Thursday, 24 December, 1 card')).getByRole('button')).toHaveTextContent('Thesis, Work');
    await userEvent.click(screen.getByRole('button', { name: 'Week' }));
    await waitFor(() => expect(title()).toBe('28 Dec 2026 – 3 Jan 2027'));
    expect(router.state.location.search).toBe('?date=2026-12-30&view=week');
    expect(screen.getByRole('button', { name: 'Week' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Today' }));
    await waitFor(() => expect(title()).toBe('30 Nov – 6 Dec'));
  });

  it('shows today for an address without a valid day', async () => {
    await open('/app/calendar?view=year&date=2026-02-31');
    expect(title()).toBe('November 2026');
  });

  it('moves by the keys of its commands', async () => {
    await preloadDispatcher();
    await open();
    await userEvent.keyboard('j');
    await waitFor(() => expect(title()).toBe('December 2026'));
    await userEvent.keyboard('kk');
    await waitFor(() => expect(title()).toBe('October 2026'));
    await userEvent.keyboard('t');
    await waitFor(() => expect(title()).toBe('November 2026'));
  });

  it('is one tab stop, with the arrow keys between days and cards', async () => {
    await open();
    const focused = () => document.activeElement;
    act(() => day('Monday, 30 November, 2 cards').focus());
    expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toEqual([focused()]);
    await userEvent.keyboard('{Enter}');
    expect(focused()).toBe(entry('Bread'));
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe(entry('Milk'));
    await userEvent.keyboard('{Escape}');
    expect(focused()).toBe(day('Monday, 30 November, 2 cards'));
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(focused()).toBe(day('Tuesday, 1 December, no cards')));
    expect(title()).toBe('December 2026');
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(focused()).toBe(day('Tuesday, 24 November, no cards')));
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(focused()).toBe(day('Sunday, 29 November, no cards')));
  });

  it('does not move the focus to the day of a button after a key that kept the day', async () => {
    await open();
    act(() => day('Monday, 30 November, 2 cards').focus());
    await userEvent.keyboard('{Home}');
    expect(day('Monday, 30 November, 2 cards')).toHaveFocus();
    const next = screen.getByRole('button', { name: 'Next month' });
    await userEvent.click(next);
    await waitFor(() => expect(title()).toBe('December 2026'));
    expect(next).toHaveFocus();
    act(() => day('Wednesday, 30 December, no cards').focus());
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(day('Thursday, 31 December, no cards')).toHaveFocus());
  });

  it('lists all cards of a full day', async () => {
    const core = await startGuest(NOW);
    const lists = { List: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ title: `Card ${name}`, due_date: '2026-11-30' })) };
    const { board, cards } = await addBoard(core, { name: 'Full', lists });
    show('/app/calendar');
    await userEvent.click(await screen.findByRole('button', { name: /^\+2 more ?cards on Monday, 30 November$/ }));
    const links = within(await screen.findByRole('dialog')).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Card a', 'Card b', 'Card c', 'Card d', 'Card e']);
    expect(links[4]).toHaveAttribute('href', `/app/b/${board.slug}?card=${cards['Card e']}`);
  });

  it('opens, completes and reschedules a card from its panel', async () => {
    const { core, home } = await open();
    await userEvent.click(entry('Milk'));
    const panel = await screen.findByRole('dialog', { name: 'Milk' });
    expect(panel).toHaveTextContent('Home/To do');
    expect(within(panel).getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/app/b/${home.board.slug}?card=${home.cards.Milk}`);
    await userEvent.click(within(panel).getByRole('button', { name: 'Complete' }));
    expect(entry('Milk')).toHaveTextContent('Milk, Home, done');
    await userEvent.click(entry('Bread'));
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Bread' })).getByRole('button', { name: 'Mark as not done' }));
    expect(entry('Bread')).toHaveTextContent('Bread, Home');
    await userEvent.click(entry('Rent'));
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Rent' })).getByRole('button', { name: 'Reschedule' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Tomorrow' }));
    expect(dueOf(core, 'Rent')).toBe('2026-12-01');
    await waitFor(() => expect(entry('Rent')).toHaveFocus());
  });

  it('starts the timer for a card', async () => {
    const { core, home } = await open();
    await userEvent.click(entry('Milk'));
    await userEvent.click(await screen.findByRole('button', { name: 'Start focus' }));
    expect(core.state().timer.card?.card_id).toBe(home.cards.Milk);
  });

  it('adds a card that is due on its day with N, by a button and by a click on an empty day', async () => {
    await Promise.all([preloadQuickAdd(), loadFinder()]);
    const { core } = await open();
    const parts = async () => within(await screen.findByRole('list', { name: 'Understood' })).getAllByRole('listitem').map(({ textContent }) => textContent);
    const close = async () => {
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await userEvent.keyboard('n');
    expect(await parts()).toEqual(['Today']);
    await close();
    await userEvent.click(screen.getByRole('button', { name: 'Add card on Monday, 30 November' }));
    expect(await parts()).toEqual(['Today']);
    await close();
    await userEvent.click(day('Friday, 27 November, 1 card'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(day('Wednesday, 2 December, no cards'));
    expect(await parts()).toEqual(['Wednesday']);
    await core.settle();
    await userEvent.type(screen.getByRole('textbox', { name: 'Quick add' }), 'Call 9am{Enter}');
    expect(dueOf(core, 'Call')).toBe('2026-12-02T09:00');
  });

  it('shows faintly when recurring cards will be due, as links that cannot be dragged', async () => {
    const core = await startGuest(NOW);
    const { board, cards } = await addBoard(core, {
      name: 'Home',
      lists: { List: [{ title: 'Trash', due_date: '2026-12-01T07:30' }, { title: 'Once', due_date: '2026-12-01' }] },
    });
    const weekly: Recurrence = { every: 1, unit: 'weeks', weekdays: [], from_completion: false, until: '2026-12-22', remaining: null, day_of_month: null };
    core.do({ type: 'open_board', slug: board.slug });
    await core.settle();
    core.do({ type: 'edit_card', card_id: cards.Trash ?? '', edits: [{ field: 'recurrence', value: weekly }] }, { type: 'close_board' });
    const laterDays = vi.spyOn(await loadFinder(), 'laterDays');
    const router = show('/app/calendar?date=2026-12-01');
    const links = await screen.findAllByRole('link', { name: /Trash/ });
    expect(links.map((link) => link.textContent)).toEqual(Array(3).fill('7:30\u00a0AM, Trash, Home, repeats'));
    const cell = day('Tuesday, 8 December, no cards, 1 repeating');
    expect(within(cell).getByRole('link')).toBe(links[0]);
    expect(within(day('Tuesday, 22 December, no cards, 1 repeating')).getByRole('link')).toBe(links[2]);
    expect(within(day('Tuesday, 1 December, 2 cards')).queryByRole('link')).toBeNull();
    expect(links[0]).not.toHaveAttribute('data-entry');
    expect(links[0]).toHaveAttribute('draggable', 'false');
    act(() => day('Tuesday, 1 December, 2 cards').focus());
    laterDays.mockClear();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(cell).toHaveFocus());
    // The days of the page have not changed.
    expect(laterDays).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    expect(links[0]).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Week' }));
    expect(await screen.findByRole('columnheader', { name: 'Tuesday, 8 December, no cards, 1 repeating' })).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: /Trash/ }));
    expect(router.state.location.pathname + router.state.location.search).toBe(`/app/b/${board.slug}?card=${cards.Trash}`);
  });

  it('says when no card is due', async () => {
    await startGuest(NOW);
    show('/app/calendar?date=2027-06-01');
    expect(await screen.findByText('No cards are due here.')).toBeVisible();
  });

  it('shows a skeleton, and an error with a way to try again', async () => {
    const core = await startAccount({ '/tasks/': null }, NOW);
    show('/app/calendar');
    expect(screen.getByRole('status')).toHaveTextContent('Loading your calendar');
    await core.serve({ '/tasks/': SERVER_ERROR });
    expect(screen.getByRole('heading', { name: 'Couldn’t load your calendar' })).toBeVisible();
    await core.serve({ '/tasks/': { body: { boards: [] } } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(screen.getByRole('grid')).toBeVisible();
  });
});

describe('the week', () => {
  it('shows cards without a time above the time axis, and focus sessions beside it', async () => {
    const { core } = await open('/app/calendar?view=week');
    core.do({
      type: 'add_session',
      session: { start: '2026-11-30T07:00:00.000Z', utc_offset: 0, minutes: 25, board_id: null, card_id: null },
    });
    await core.settle();
    expect(screen.getByRole('columnheader', { name: 'Monday, 30 November, 2 cards' })).toHaveAttribute('aria-current', 'date');
    const [allDay, times] = screen.getAllByRole('rowgroup');
    if (!allDay || !times) throw new Error('the week has no rows');
    expect(within(allDay).getByRole('button')).toHaveTextContent('Bread, Home, done');
    expect(within(times).getByRole('button')).toHaveTextContent('6:00 PM, Milk, Home');
    expect(within(times).getByRole('listitem')).toHaveTextContent('Focused 25 min, 7:00 AM – 7:25 AM');
  });

  it('gives cards the whole width of their day if no focus session is beside them', async () => {
    const core = await startGuest(NOW);
    const due = (name: string, time: string) => ({ title: name, due_date: `2026-11-30T${time}` });
    await addBoard(core, { name: 'Home', lists: { List: [due('Early', '07:10'), due('Late', '18:00'), due('Later', '18:15')] } });
    core.do({ type: 'add_session', session: { start: '2026-11-30T07:00:00.000Z', utc_offset: 0, minutes: 25, board_id: null, card_id: null } });
    show('/app/calendar?view=week');
    await core.settle();
    expect(entry('Early').style.width).toBe('68%');
    expect(entry('Late,').style.width).toBe('50%');
    expect(entry('Later').style).toMatchObject({ width: '50%', insetInlineStart: '50%' });
  });

  it('lists the days on phones', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: media.includes('48rem'), addEventListener() {}, removeEventListener() {} }));
    await open('/app/calendar?view=week');
    const monday = screen.getByRole('region', { name: 'Monday, 30 November' });
    expect(within(monday).getAllByRole('button')).toHaveLength(2);
    expect(screen.getByRole('region', { name: 'Tuesday, 1 December' })).toHaveTextContent('No cards');
    await userEvent.click(screen.getByRole('button', { name: 'Month' }));
    await userEvent.click(await screen.findByRole('gridcell', { name: 'Friday, 27 November, 1 card' }));
    expect(within(await screen.findByRole('region', { name: 'Friday, 27 November' })).getByRole('button')).toHaveTextContent('Rent');
  });
});

describe('rescheduling by keyboard', () => {
  it('moves a card by days and weeks, keeps its time, and can be undone', async () => {
    const { core, home } = await open();
    entry('Milk').focus();
    await userEvent.keyboard(' ');
    expect(screen.getByText('Picked up Milk, due Monday, 30 November 2026, 6:00 PM.')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(within(day('Tuesday, 1 December, 1 card')).getByRole('button')).toHaveFocus());
    expect(screen.getByText('Tuesday, 1 December 2026, 6:00 PM')).toBeInTheDocument();
    expect(dueOf(core, 'Milk')).toBe('2026-11-30T18:00');
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(within(day('Tuesday, 8 December, 1 card')).getByRole('button')).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(core.intents.at(-1)).toEqual({
      type: 'set_due_date',
      board_id: home.board.id,
      card_id: home.cards.Milk,
      due_date: '2026-12-08T18:00',
    });
    expect(dueOf(core, 'Milk')).toBe('2026-12-08T18:00');
    expect(screen.getByText('Dropped Milk. It is due Tuesday, 8 December 2026, 6:00 PM.')).toBeInTheDocument();
    expect(entry('Milk')).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(core.effects.at(-1)).toMatchObject({ type: 'toast', message: 'Due date changed', undo: expect.anything() });
    core.do({ type: 'undo', change_id: null });
    expect(dueOf(core, 'Milk')).toBe('2026-11-30T18:00');
  });

  it('leaves the card where it was on Escape and on a press elsewhere', async () => {
    const { core } = await open();
    const move = async () => {
      entry('Milk').focus();
      await userEvent.keyboard(' {ArrowRight}');
      await waitFor(() => expect(within(day('Tuesday, 1 December, 1 card')).getByRole('button')).toHaveFocus());
    };
    await move();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(day('Monday, 30 November, 2 cards')).toBeVisible());
    expect(screen.getByText('Canceled. Milk is still due Monday, 30 November 2026, 6:00 PM.')).toBeInTheDocument();
    await move();
    fireEvent.pointerDown(document.body);
    await waitFor(() => expect(day('Monday, 30 November, 2 cards')).toBeVisible());
    expect(dueOf(core, 'Milk')).toBe('2026-11-30T18:00');
    expect(core.intents.some(({ type }) => type === 'set_due_date')).toBe(false);
  });

  it.each(['month', 'week'])('returns to the card on its own page on Escape, by %s', async (view) => {
    const { router } = await open(`/app/calendar?view=${view}`);
    const before = title();
    entry('Bread').focus();
    await userEvent.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(entry('Bread').closest('[data-day]')).toHaveAttribute('data-day', '2026-12-21'));
    expect(entry('Bread')).toHaveFocus();
    expect(title()).not.toBe(before);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(title()).toBe(before));
    expect(router.state.location.search).toContain('date=2026-11-30');
    expect(entry('Bread').closest('[data-day]')).toHaveAttribute('data-day', '2026-11-30');
    expect(entry('Bread')).toHaveFocus();
    expect(screen.getByText('Canceled. Bread is still due Monday, 30 November 2026.')).toBeInTheDocument();
  });

  it('does not focus the card later if the page was left before it was shown again', async () => {
    const { router, core } = await open();
    const thesis = core.state().tasks.tasks.find((task) => task.title === 'Thesis');
    if (!thesis) throw new Error('There is no card');
    act(() => {
      pickUp(thesis, 'keyboard');
      cancelDrag({ keepsFocus: true });
    });
    await act(() => router.navigate('/app'));
    await act(() => router.navigate('/app/calendar?date=2026-12-24'));
    expect(entry('Thesis')).toBeVisible();
    expect(entry('Thesis')).not.toHaveFocus();
  });

  it('moves a card by quarters of an hour on the time axis of the week', async () => {
    const { core } = await open('/app/calendar?view=week');
    const description = () => document.getElementById(entry('Milk').getAttribute('aria-describedby') ?? '');
    expect(description()).toHaveTextContent('move by day or by 15 minutes with the arrow keys');
    entry('Milk').focus();
    await userEvent.keyboard(' {ArrowUp}{ArrowUp}{ArrowDown}{ArrowUp}');
    expect(screen.getByText('Monday, 30 November 2026, 5:30 PM')).toBeInTheDocument();
    expect(entry('Milk')).toHaveTextContent('5:30 PM, Milk');
    expect(entry('Milk').style.top).toBe('52.5rem');
    expect(entry('Milk')).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(entry('Milk').closest('[data-day]')).toHaveAttribute('data-day', '2026-12-01'));
    await userEvent.keyboard(' ');
    expect(dueOf(core, 'Milk')).toBe('2026-12-01T17:30');
    expect(screen.getByText('Dropped Milk. It is due Tuesday, 1 December 2026, 5:30 PM.')).toBeInTheDocument();
    expect(entry('Milk')).toHaveFocus();
    core.do({ type: 'undo', change_id: null });
    expect(dueOf(core, 'Milk')).toBe('2026-11-30T18:00');
  });

  it('puts a card back at its time on Escape', async () => {
    const { core } = await open('/app/calendar?view=week');
    entry('Milk').focus();
    await userEvent.keyboard(' {ArrowDown}{Escape}');
    expect(entry('Milk')).toHaveTextContent('6:00 PM, Milk');
    expect(entry('Milk')).toHaveFocus();
    expect(dueOf(core, 'Milk')).toBe('2026-11-30T18:00');
  });

  it('does not pick up cards that the user may only view', async () => {
    const core = await startAccount(boardResponses(), NOW);
    await addBoards(core);
    show('/app/calendar');
    const tasks = core.state().tasks.tasks.map((task) => ({ ...task, can_complete: false }));
    act(() => mirror.setState((state) => ({ tasks: { ...state.tasks, tasks } })));
    entry('Milk').focus();
    await userEvent.keyboard(' ');
    expect(screen.queryByText(/Picked up/)).toBeNull();
    expect(entry('Milk')).not.toHaveAttribute('aria-describedby');
  });
});

describe('printing', () => {
  it('prints the month as a table and the week as a list', async () => {
    await open();
    await import('./print/print');
    await act(() => Promise.resolve());
    const print = () => {
      act(() => void window.dispatchEvent(new Event('beforeprint')));
      const text = document.querySelector('.print')?.textContent ?? '';
      const cells = document.querySelectorAll('.print td').length;
      act(() => void window.dispatchEvent(new Event('afterprint')));
      return { text, cells };
    };
    const month = print();
    expect(month.cells).toBe(42);
    expect(month.text).toContain('November 2026');
    expect(month.text).toContain('6:00\u00a0PMMilk');
    await userEvent.click(screen.getByRole('button', { name: 'Week' }));
    await waitFor(() => expect(title()).toBe('30 Nov – 6 Dec'));
    const week = print();
    expect(week.cells).toBe(0);
    expect(week.text).toContain('Monday, 30 NovemberBread6:00\u00a0PMMilkTuesday, 1 DecemberNo cards');
    expect(document.querySelector('.print')).toBeNull();
  });
});

describe('the busy hours of another calendar', () => {
  const source = { host: 'calendar.example.com', added_at: '2026-11-01T08:00:00.000Z' };
  const busyResponses = (response: object) => ({
    '/tasks/': { body: { boards: [] } },
    'GET /account/calendar/': { body: { feed: null, source } },
    'GET /account/calendar/busy/': { body: response },
  });
  const busy = [
    { starts_at: new Date('2026-12-01T09:00').toISOString(), ends_at: new Date('2026-12-01T10:30').toISOString(), title: 'Dentist' },
    { starts_at: new Date('2026-12-01T23:00').toISOString(), ends_at: new Date('2026-12-02T01:00').toISOString(), title: '' },
    { starts_at: new Date('2026-12-03T00:00').toISOString(), ends_at: new Date('2026-12-04T00:00').toISOString(), title: 'Day off' },
  ];

  it('are behind the cards of the week, with a legend', async () => {
    const core = await startAccount(busyResponses({ busy, error: null }), NOW);
    show('/app/calendar?view=week');
    await core.settle();
    const tuesday = document.querySelector<HTMLElement>('[data-time-axis][data-day="2026-12-01"]');
    if (!tuesday) throw new Error('there is no Tuesday');
    expect(within(tuesday).getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'DentistBusy, 9:00\u00a0AM – 10:30\u00a0AM: Dentist',
      'Busy, 11:00\u00a0PM – 12:00\u00a0AM',
    ]);
    expect(screen.getByText('Busy all day: Day off')).toBeInTheDocument();
    expect(screen.getByText('Busy in your other calendar')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Month' }));
    await waitFor(() => expect(screen.queryByText('Busy in your other calendar')).toBeNull());
  });

  it('are not requested without another calendar', async () => {
    const core = await startAccount({ ...busyResponses({ busy, error: null }), 'GET /account/calendar/': { body: { feed: null, source: null } } }, NOW);
    show('/app/calendar?view=week');
    await core.settle();
    await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
    await core.settle();
    expect(screen.queryByText(/other calendar/)).toBeNull();
    expect(core.intents.flatMap((intent) => (intent.type === 'call_server' ? [intent.path] : []))).toEqual(['/account/calendar/']);
  });

  it('are silent in a week without any, and say when the calendar cannot be read', async () => {
    const core = await startAccount(busyResponses({ busy: [], error: null }), NOW);
    show('/app/calendar?view=week');
    await core.settle();
    expect(screen.queryByText(/other calendar/)).toBeNull();
    await core.serve(busyResponses({ busy: [], error: 'unreachable' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
    await core.settle();
    expect(screen.getByText(/^Your other calendar couldn’t be read/)).toBeVisible();
  });
});
