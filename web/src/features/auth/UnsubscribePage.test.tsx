import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { startLoggedOut } from '../../testing/real-core';
import { type MockResponse, NETWORK_ERROR, refusal } from '../../testing/responses';
import { UnsubscribePage } from './UnsubscribePage';

const REQUEST = 'POST /inbox/unsubscribe/abc/';

async function open(response: MockResponse | null) {
  const core = await startLoggedOut({ [REQUEST]: response }, { path: '/unsubscribe/abc' });
  const router = createMemoryRouter([{ path: '/unsubscribe/:token', Component: UnsubscribePage }], { initialEntries: ['/unsubscribe/abc'] });
  render(<RouterProvider router={router} />);
  await core.settle();
  expect(screen.getByRole('heading', { name: 'Stop inbox emails?' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Turn off inbox emails' }));
  await core.settle();
  return core;
}

it('asks, and then turns inbox emails off without a login', async () => {
  const core = await open(null);
  expect(screen.getByRole('status')).toHaveTextContent('Turning off inbox emails…');
  await core.respondOnce(REQUEST, { body: { message: 'Done.' } });
  expect(screen.getByRole('heading', { name: 'You won’t get inbox emails anymore' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open Settings' })).toHaveAttribute('href', '/app/settings?section=profile');
  expect(core.effects.filter(({ type }) => type === 'navigate')).toEqual([]);
});

it('says why a link does not work', async () => {
  await open(refusal(403, 'link_invalid', 'This link has expired.'));
  expect(screen.getByRole('heading', { name: 'Couldn’t turn off inbox emails' })).toBeVisible();
  expect(screen.getByText('This link has expired.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('can be tried again after a failure', async () => {
  const core = await open(NETWORK_ERROR);
  await core.serve({ [REQUEST]: { body: { message: 'Done.' } } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await core.settle();
  expect(screen.getByRole('heading', { name: 'You won’t get inbox emails anymore' })).toBeVisible();
});
