import { render, screen } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, RouterProvider, useParams } from 'react-router';
import { expect, it } from 'vitest';
import { boardRecord, connectFakeCore } from '../testing/fake-core';
import { routes } from './router';

function Board() {
  return <p>Board {useParams().boardSlug}</p>;
}

it.each([
  ['to its slug where that is known', 'thesis-7f3k', [boardRecord({ id: '0192f0c1', slug: 'thesis-7f3k' })]],
  ['by its id where nothing is known yet', '0192f0c1', []],
])('redirects the older board URL to its page, %s', async (_how, place, boards) => {
  connectFakeCore({ boards });
  // The route's own entry, without the parent routes that would load the core.
  const entry = matchRoutes(routes, '/app/project/0192f0c1')?.at(-1)?.route;
  expect(entry?.path).toBe('project/:boardId');
  const router = createMemoryRouter(
    [{ path: 'app', children: [...(entry ? [entry] : []), { path: 'b/:boardSlug', Component: Board }] }],
    { initialEntries: ['/app', '/app/project/0192f0c1'] },
  );
  render(<RouterProvider router={router} />);
  // The page's module is loaded first.
  expect(await screen.findByText(`Board ${place}`, {}, { timeout: 15_000 })).toBeVisible();
  expect(router.state.location.pathname).toBe(`/app/b/${place}`);
  expect(router.state.historyAction).toBe('REPLACE');
});
