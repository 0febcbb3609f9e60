import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { startAccount } from '../../testing/real-core';
import { SearchPage } from './SearchPage';

vi.mock('../../core/finder', async (load) => ({ ...(await load<object>()), loadFinder: () => Promise.reject(new Error('The finder cannot be loaded')) }));

it('calls no filters unknown when the device cannot be searched', async () => {
  const core = await startAccount({ '/boards/get-boards/': { body: [] }, '/search/': { body: { results: [], cursor: null } } });
  await core.goLive();
  render(<RouterProvider router={createMemoryRouter([{ path: '*', Component: SearchPage }], { initialEntries: ['/app/search?q=is:open'] })} />);
  await waitFor(() => expect(core.intents).toContainEqual({ type: 'search_server', query: 'is:open' }));
  await core.settle();
  expect(await screen.findByRole('heading', { name: 'No results for “is:open”' })).toBeVisible();
  expect(screen.getByText('Check the spelling, or use fewer words and filters.')).toBeVisible();
});
