import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { startAccount } from '../../testing/real-core';
import { type MockResponses, refusal, serverBoard } from '../../testing/responses';
import { PublicBoardPage } from './PublicBoardPage';

const SLUG = 'garden-7f3k';
const PATH = '/public/boards/a-code/';

async function show(responses: MockResponses) {
  const core = await startAccount(responses);
  const routes = [{ path: '/public/:code', Component: PublicBoardPage }];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/public/a-code'] })} />);
  await core.settle();
}

it('shows the lists and cards, and the details of a card', async () => {
  const server = serverBoard(SLUG, { Today: ['Water the roses'] }).responses;
  await show({ [PATH]: server[`GET /boards/${SLUG}/changes/`] as { body: object } });
  const list = within(screen.getByRole('region', { name: 'Today' }));
  await userEvent.click(list.getByRole('button', { name: 'Water the roses' }));
  const dialog = await screen.findByRole('dialog', { name: 'Water the roses' });
  expect(within(dialog).getByText('No description')).toBeVisible();
});

it('leads to the landing page if the link does not work', async () => {
  await show({ [PATH]: refusal(404, 'not_found', 'Not found.') });
  expect(screen.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Twentyfour' })).toHaveAttribute('href', '/');
});
