import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type RealCore, startAccount } from '../../../testing/real-core';
import { type MockResponses, refusal } from '../../../testing/responses';
import WebhooksSection from './WebhooksSection';

const ID = '0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9ca0';
const webhook = (fields = {}) => ({
  id: ID,
  url: 'https://hooks.example/twentyfour',
  events: ['card.created'],
  board_ids: null,
  disabled: null,
  dropped_at: null,
  earlier_secret_until: null,
  created_at: '2026-03-03T07:00:00.000Z',
  ...fields,
});
const delivery = (fields = {}) => ({
  id: '0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9cb0',
  event: 'card.created',
  created_at: '2026-03-03T07:00:00.000Z',
  state: 'failed',
  next_attempt_at: null,
  attempts: [
    { at: '2026-03-03T07:00:00.000Z', duration_ms: 120, status: 503, error: null },
    { at: '2026-03-03T07:05:00.000Z', duration_ms: 15_000, status: null, error: 'timed_out' },
  ],
  response: '<b>down</b>',
  ...fields,
});

async function show(webhooks: object[], responses: MockResponses = {}): Promise<RealCore> {
  const core = await startAccount({ 'GET /webhooks/': { body: { webhooks } }, ...responses });
  render(<WebhooksSection />);
  await core.settle();
  return core;
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const calls = (core: RealCore) =>
  core.intents.flatMap((intent) => (intent.type === 'call_server' && intent.method !== 'GET' ? [[intent.method, intent.path, intent.body]] : []));

async function choose(core: RealCore, item: string): Promise<void> {
  await userEvent.click(button('Options for hooks.example'));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  await core.settle();
}

it('adds a webhook and shows its secret once', async () => {
  const core = await show([], { 'POST /webhooks/': refusal(422, 'url_invalid', 'Enter a public address that starts with https://.') });
  await userEvent.click(button('Add webhook'));
  const address = await screen.findByRole('textbox', { name: 'Address' });
  await userEvent.type(address, 'hooks.exampl');
  await userEvent.type(screen.getByLabelText('Your password'), 'wrong horse');
  await userEvent.click(button('Save'));
  await core.settle();
  expect(address).toHaveAccessibleDescription(/starts with https:\/\/, without a user name.*only 80 and 443/);
  expect(address).toHaveFocus();
  await userEvent.type(address, 'e');
  expect(screen.queryByRole('alert')).toBeNull();

  await core.serve({ 'POST /webhooks/': refusal(403, 'password_wrong', 'Wrong password.') });
  await userEvent.click(button('Save'));
  await core.settle();
  expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription('Wrong password.');
  expect(screen.getByLabelText('Your password')).toHaveFocus();

  await core.serve({ 'POST /webhooks/': { body: { webhook: webhook(), secret: 'whsec_c2VjcmV0' } } });
  await userEvent.clear(screen.getByLabelText('Your password'));
  await userEvent.type(screen.getByLabelText('Your password'), 'correct horse');
  await userEvent.click(button('Save'));
  await core.settle();
  const events = ['card.created', 'card.completed'];
  const body = JSON.stringify({ url: 'hooks.example', events, board_ids: null, is_enabled: true, password: 'correct horse' });
  expect(calls(core).at(-1)).toEqual(['POST', '/webhooks/', body]);
  expect(screen.getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_c2VjcmV0');
  await userEvent.click(button('Done'));
  expect(screen.queryByRole('textbox', { name: 'Secret' })).toBeNull();
  expect(screen.getByText('hooks.example')).toBeVisible();
});

it('shows why a webhook is off, and turns it on', async () => {
  const core = await show([webhook({ disabled: 'failing', board_ids: [ID] })], { [`PUT /webhooks/${ID}/`]: { body: { webhook: webhook() } } });
  expect(screen.getByText('Turned off: every attempt for 3 days failed')).toBeVisible();
  expect(screen.getByText('1 event · 1 board')).toBeVisible();
  await userEvent.click(screen.getByRole('switch', { name: 'Send events to hooks.example' }));
  await core.settle();
  expect(screen.getByRole('switch')).toBeChecked();
  expect(screen.queryByText(/Turned off/)).toBeNull();
});

it('lets a board be removed that is no longer available', async () => {
  const core = await show([webhook({ board_ids: [ID] })], { [`PUT /webhooks/${ID}/`]: { body: { webhook: webhook() } } });
  await choose(core, 'Edit');
  await userEvent.click(button(/^Boards/));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Unavailable board', checked: true }));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(button('Save'));
  await core.settle();
  expect(JSON.parse(calls(core)[0]![2]!)).toMatchObject({ board_ids: null });
});

it('asks for the password before it turns a webhook on after all logins have ended, or changes its address', async () => {
  const core = await show([webhook({ disabled: 'logins_ended' })], { [`PUT /webhooks/${ID}/`]: { body: { webhook: webhook() } } });
  expect(screen.getByText('Turned off: you logged out everywhere or reset your password')).toBeVisible();
  await userEvent.click(screen.getByRole('switch'));
  const question = within(await screen.findByRole('dialog', { name: 'Turn on the webhook to hooks.example?' }));
  expect(question.getByText(/https:\/\/hooks\.example\/twentyfour/)).toBeVisible();
  expect(calls(core)).toEqual([]);
  await userEvent.type(question.getByLabelText('Your password'), 'correct horse{Enter}');
  await core.settle();
  expect(JSON.parse(calls(core)[0]![2]!)).toMatchObject({ is_enabled: true, password: 'correct horse' });
  expect(screen.getByRole('switch')).toBeChecked();

  await choose(core, 'Edit');
  expect(screen.queryByLabelText('Your password')).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), '/2');
  expect(screen.getByLabelText('Your password')).toBeVisible();
});

it('replaces the secret and deletes a webhook after a confirmation', async () => {
  const core = await show([webhook()], {
    [`POST /webhooks/${ID}/rotate-secret/`]: { body: { webhook: webhook(), secret: 'whsec_bmV3' } },
    [`DELETE /webhooks/${ID}/`]: { body: { message: 'The webhook has been deleted.' } },
  });
  await choose(core, 'Replace secret');
  await userEvent.type(screen.getByLabelText('Your password'), 'correct horse');
  await userEvent.click(button('Replace secret'));
  await core.settle();
  expect(screen.getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_bmV3');
  await userEvent.click(button('Done'));
  await waitFor(() => expect(button('Options for hooks.example')).toHaveFocus());
  await choose(core, 'Delete');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await core.settle();
  expect(screen.queryByText('hooks.example')).toBeNull();
  await waitFor(() => expect(button('Add webhook')).toHaveFocus());
});

it('lists deliveries with their attempts and sends one again', async () => {
  const path = `/webhooks/${ID}/deliveries/`;
  const core = await show([webhook({ dropped_at: '2026-03-02T07:00:00.000Z' })], {
    [`GET ${path}`]: { body: { deliveries: [delivery()] } },
    [`POST ${path}`]: refusal(429, 'too_many_requests', 'Too many requests. Try again in 40 seconds.'),
  });
  await choose(core, 'Deliveries');
  const dialog = await screen.findByRole('dialog', { name: 'Deliveries to hooks.example' });
  await core.settle();
  expect(within(dialog).getByText(/Too many events at once: some were dropped, last yesterday/)).toBeVisible();
  expect(within(dialog).getByText(/status 503/)).toBeVisible();
  expect(within(dialog).getByText(/no response in 15 seconds/)).toBeVisible();
  expect(within(dialog).getByText('<b>down</b>')).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send card.created again' }));
  await core.settle();
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Too many requests. Try again in 40 seconds.');
});

it('shows the result of an event that is sent again', async () => {
  const path = `/webhooks/${ID}/deliveries/`;
  const core = await show([webhook()], {
    [`GET ${path}`]: { body: { deliveries: [delivery()] } },
    [`POST ${path}${delivery().id}/redeliver/`]: { body: { message: 'The event will be sent.' } },
  });
  await choose(core, 'Deliveries');
  await core.serve({ [`GET ${path}`]: { body: { deliveries: [delivery({ state: 'waiting', next_attempt_at: '2026-03-03T07:10:00.000Z' })] } } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.click(button('Send card.created again'));
  await core.settle();
  expect(screen.getByText(/Next attempt/)).toBeVisible();
  await core.serve({ [`GET ${path}`]: { body: { deliveries: [delivery({ state: 'delivered' })] } } });
  act(() => void vi.advanceTimersByTime(5_000));
  await core.settle();
  expect(screen.getByText('Delivered')).toBeVisible();
});

it('offers to load the webhooks again', async () => {
  const core = await startAccount({ 'GET /webhooks/': { status: 500, body: 'broken' } });
  render(<WebhooksSection />);
  await core.settle();
  expect(screen.getByRole('alert')).toHaveTextContent('Couldn’t load your webhooks.');
  await core.serve({ 'GET /webhooks/': { body: { webhooks: [webhook()] } } });
  await userEvent.click(button('Try again'));
  await core.settle();
  expect(screen.getByText('hooks.example')).toBeVisible();
});
