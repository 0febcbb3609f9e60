import type { ApiToken } from '@twentyfour/core';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { type RealCore, startAccount, startGuest } from '../../../testing/real-core';
import { type MockResponses, refusal } from '../../../testing/responses';
import IntegrationsSection from './IntegrationsSection';

const PATH = '/account/tokens/';

const apiToken = (fields: Partial<ApiToken> = {}): ApiToken => ({
  id: '018bcfe5-6800-7000-8000-000000000041',
  name: 'Backup',
  last_characters: '4fQz',
  scopes: ['read'],
  board_ids: null,
  created_at: '2026-03-02T08:00:00.000Z',
  expires_at: '2026-06-01T08:00:00.000Z',
  last_used_at: null,
  ...fields,
});
const list = (...tokens: ApiToken[]) => ({ body: { tokens } });
const secret = `tf_${'a'.repeat(45)}4fQz`;

const show = () =>
  render(
    <MemoryRouter>
      <IntegrationsSection />
    </MemoryRouter>,
  );

async function showAccount(responses: MockResponses): Promise<RealCore> {
  const core = await startAccount(responses);
  show();
  await core.settle();
  return core;
}

const button = (name: string) => screen.getByRole('button', { name });
const dialog = async () => within(await screen.findByRole('dialog'));
const calls = (core: RealCore) =>
  core.intents.flatMap((intent) => (intent.type === 'call_server' && intent.method !== 'GET' ? [[intent.method, intent.path, intent.body]] : []));

it('lists tokens with what they may do and when they were used', async () => {
  const of_boards = apiToken({
    id: '018bcfe5-6800-7000-8000-000000000042',
    name: 'Bot',
    scopes: ['read', 'write'],
    board_ids: ['018bcfe5-6800-7000-8000-000000000099'],
    last_used_at: '2026-03-03T06:00:00.000Z',
  });
  await showAccount({ [`GET ${PATH}`]: list(of_boards, apiToken()) });
  const [bot, backup] = screen.getAllByRole('listitem');
  expect(bot).toHaveTextContent(/Bot.*tf_…4fQz.*Read and write: 1 board.*last used today/);
  expect(backup).toHaveTextContent(/Backup.*Read: everything.*never used · expires /);
});

it('creates a token and shows it once', async () => {
  const core = await showAccount({ [`GET ${PATH}`]: list(), [`POST ${PATH}`]: refusal(403, 'password_wrong', 'Wrong password.') });
  expect(screen.getByText('No API tokens yet.')).toBeVisible();
  const user = userEvent.setup();
  await user.click(button('Create token'));
  const form = await dialog();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Backup');
  await user.selectOptions(form.getByRole('combobox', { name: 'Access' }), 'Read and write');
  await user.selectOptions(form.getByRole('combobox', { name: 'Expires' }), 'In 30 days');
  await user.type(form.getByLabelText('Your password'), 'wrong horse');
  await user.click(form.getByRole('button', { name: 'Create token' }));
  await core.settle();
  expect(form.getByLabelText('Your password')).toHaveAccessibleDescription('Wrong password.');

  await core.serve({ [`POST ${PATH}`]: { body: { token: secret, api_token: apiToken() } } });
  await user.clear(form.getByLabelText('Your password'));
  await user.type(form.getByLabelText('Your password'), 'correct horse');
  await user.click(form.getByRole('button', { name: 'Create token' }));
  await core.settle();
  const [method, path, body] = calls(core)[1]!;
  expect([method, path, JSON.parse(body!)]).toEqual([
    'POST',
    PATH,
    { name: 'Backup', scopes: ['read', 'write'], board_ids: null, expires_at: '2026-04-02T00:00:00Z', password: 'correct horse' },
  ]);
  const shown = await dialog();
  expect(shown.getByRole('textbox', { name: 'Token' })).toHaveValue(secret);
  await user.click(shown.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.click(shown.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('listitem')).toHaveTextContent('Backup');
  expect(document.body).not.toHaveTextContent(secret);
});

it('limits a token to boards only once some are chosen', async () => {
  await showAccount({ [`GET ${PATH}`]: list() });
  await userEvent.click(button('Create token'));
  const form = await dialog();
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Boards' }), 'Selected boards only');
  expect(form.getByText('You have no boards yet.')).toBeVisible();
  expect(form.getByRole('button', { name: 'Create token' })).toBeDisabled();
});

it('limits a token to at most 100 boards', async () => {
  const fields = { description: '', color: null, image: null, favorite: false, label_colors: [], trashed_at: null, columns: [] };
  const boards = Array.from({ length: 101 }, (_, index) => {
    const number = String(index).padStart(3, '0');
    return { id: `01900001-0000-7000-8000-000000000${number}`, slug: `board-${number}`, name: `Board ${number}`, ...fields };
  });
  await showAccount({ [`GET ${PATH}`]: list(), 'GET /boards/get-boards/': { body: boards } });
  await userEvent.click(button('Create token'));
  const form = await dialog();
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Boards' }), 'Selected boards only');
  const [first, ...others] = form.getAllByLabelText(/^Board \d+$/);
  for (const box of others) fireEvent.click(box);
  expect(first).toBeDisabled();
  expect(form.getByText('A token can be limited to 100 boards at most.')).toBeVisible();
  fireEvent.click(others[0]!);
  expect(first).toBeEnabled();
});

it('asks before it revokes a token', async () => {
  const core = await showAccount({ [`GET ${PATH}`]: list(apiToken()), [`DELETE ${PATH}`]: list() });
  await userEvent.click(button('Revoke Backup'));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  expect(calls(core)).toEqual([]);
  await userEvent.click(button('Revoke Backup'));
  await userEvent.click((await dialog()).getByRole('button', { name: 'Revoke' }));
  await core.settle();
  expect(calls(core)).toEqual([['DELETE', `${PATH}${apiToken().id}/`, null]]);
  expect(screen.getByText('Token revoked.')).toBeVisible();
  expect(screen.getByText('No API tokens yet.')).toBeVisible();
});

it('says when the tokens cannot be loaded, and loads them again', async () => {
  const core = await showAccount({ [`GET ${PATH}`]: refusal(503, 'unavailable', 'Later.') });
  expect(screen.getByRole('alert')).toBeVisible();
  await core.serve({ [`GET ${PATH}`]: list(apiToken()) });
  await userEvent.click(button('Try again'));
  await core.settle();
  expect(screen.getByRole('listitem')).toHaveTextContent('Backup');
});

it('offers guests an account', async () => {
  await startGuest();
  show();
  expect(screen.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create token' })).toBeNull();
});
