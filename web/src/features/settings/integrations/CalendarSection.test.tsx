import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type RealCore, startAccount } from '../../../testing/real-core';
import { type MockResponses, refusal } from '../../../testing/responses';
import CalendarSection from './CalendarSection';

const URL = 'https://24.example/calendar/s3cret.ics';
const OPTIONS = { cards: 'all', includes_sessions: false };
const feed = (fields = {}) => ({ url: URL, options: OPTIONS, created_at: '2026-03-03T08:00:00.000Z', ...fields });
const calendars = (parts = {}) => ({ body: { feed: null, source: null, ...parts } });
const source = { host: 'calendar.example.com', added_at: '2026-03-03T08:00:00.000Z' };

async function show(responses: MockResponses): Promise<RealCore> {
  const core = await startAccount(responses);
  render(<CalendarSection />);
  await core.settle();
  return core;
}

const button = (name: string) => screen.getByRole('button', { name });
const link = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
const calls = (core: RealCore) =>
  core.intents.flatMap((intent) => (intent.type === 'call_server' && intent.method !== 'GET' ? [[intent.method, intent.path, intent.body]] : []));

it('makes a secret address with links to subscribe', async () => {
  const core = await show({ 'GET /account/calendar/': calendars(), 'POST /account/calendar/': calendars({ feed: feed() }) });
  await userEvent.click(button('Create address'));
  await core.settle();
  expect(calls(core)).toEqual([['POST', '/account/calendar/', JSON.stringify(OPTIONS)]]);
  expect(screen.getByRole('textbox', { name: 'Secret address' })).toHaveValue(URL);
  expect(screen.getByRole('textbox', { name: 'Secret address' })).toHaveFocus();
  expect(link(/Apple/)).toBe('webcal://24.example/calendar/s3cret.ics');
  expect(link(/Google/)).toBe('https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2F24.example%2Fcalendar%2Fs3cret.ics');
  expect(link(/Outlook/)).toContain(`addfromweb?url=${encodeURIComponent(URL)}`);
});

it('copies the address', async () => {
  await show({ 'GET /account/calendar/': calendars({ feed: feed() }) });
  const user = userEvent.setup();
  await user.click(button('Copy'));
  expect(await navigator.clipboard.readText()).toBe(URL);
  await waitFor(() => expect(button('Copied')).toBeVisible());
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'));
  await user.click(button('Copied'));
  expect(await screen.findByText('Couldn’t copy. Select the address and copy it.')).toBeVisible();
});

it('changes what the feed contains at once', async () => {
  const changed = { cards: 'mine', includes_sessions: false };
  const core = await show({
    'GET /account/calendar/': calendars({ feed: feed() }),
    'PUT /account/calendar/': calendars({ feed: feed({ options: changed }) }),
  });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Cards' }), 'Mine only');
  await core.settle();
  expect(screen.getByText('On shared boards, only cards assigned to you')).toBeVisible();
  await userEvent.click(screen.getByRole('switch', { name: 'Focus sessions' }));
  expect(calls(core)).toEqual([
    ['PUT', '/account/calendar/', JSON.stringify(changed)],
    ['PUT', '/account/calendar/', JSON.stringify({ cards: 'mine', includes_sessions: true })],
  ]);
});

it('asks before it replaces the address or turns it off', async () => {
  const other = `${URL}2`;
  const core = await show({
    'GET /account/calendar/': calendars({ feed: feed() }),
    'POST /account/calendar/': calendars({ feed: feed({ url: other }) }),
    'DELETE /account/calendar/': calendars(),
  });
  await userEvent.click(button('Replace address'));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(calls(core)).toEqual([]);
  await userEvent.click(button('Replace address'));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Replace address' }));
  await core.settle();
  expect(screen.getByRole('textbox', { name: 'Secret address' })).toHaveValue(other);
  expect(screen.getByText('The address was replaced.')).toBeVisible();
  await userEvent.click(button('Turn off'));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Turn off' }));
  await core.settle();
  expect(calls(core).map(([method]) => method)).toEqual(['POST', 'DELETE']);
  await waitFor(() => expect(button('Create address')).toHaveFocus());
});

it('shows the busy hours of another calendar, and says why there are none', async () => {
  const path = '/account/calendar/busy/';
  const core = await show({
    [`GET ${path}`]: { body: { busy: [], error: 'unreadable' } },
    [`PUT ${path}`]: refusal(422, 'url_invalid', 'Enter a public address.'),
    [`DELETE ${path}`]: calendars(),
    'GET /account/calendar/': calendars(),
  });
  const field = screen.getByRole('textbox', { name: 'Address of the calendar' });
  await userEvent.type(field, 'http://10.0.0.1/');
  await userEvent.click(button('Show busy hours'));
  await core.settle();
  expect(field).toHaveAccessibleDescription(/Enter a public address.*without a user name/);
  await core.serve({ [`PUT ${path}`]: calendars({ source }) });
  await userEvent.click(button('Show busy hours'));
  await core.settle();
  expect(screen.getByText('Calendar at calendar.example.com')).toBeVisible();
  expect(screen.getByText('There is no readable calendar at this address.')).toBeVisible();
  // The address can be corrected.
  expect(button('Change address')).toHaveFocus();
  await userEvent.click(button('Change address'));
  const sameField = screen.getByRole('textbox', { name: 'Address of the calendar' });
  expect(sameField).toHaveFocus();
  expect(sameField).toHaveValue('http://10.0.0.1/');
  await userEvent.click(button('Cancel'));
  expect(button('Change address')).toHaveFocus();
  await userEvent.click(button('Change address'));
  await core.serve({ [`GET ${path}`]: { body: { busy: [], error: null } }, [`PUT ${path}`]: calendars({ source: { ...source, added_at: '2026-03-04T08:30:00.000Z' } }) });
  await userEvent.click(button('Show busy hours'));
  await core.settle();
  expect(screen.getByText('No busy hours in the next 7 days')).toBeVisible();
  await userEvent.click(button('Remove'));
  await core.settle();
  expect(screen.getByText('Busy hours are off.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Address of the calendar' })).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'Address of the calendar' })).toHaveValue('');
  expect(calls(core).at(-1)).toEqual(['DELETE', path, null]);
});

it('offers to load again after a failure', async () => {
  const core = await show({ 'GET /account/calendar/': refusal(500, 'internal', 'Something went wrong.') });
  expect(screen.getByRole('alert')).toBeVisible();
  await core.serve({ 'GET /account/calendar/': calendars() });
  await userEvent.click(button('Try again'));
  await core.settle();
  expect(button('Create address')).toBeVisible();
});
