import { render, screen } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, RouterProvider, useParams } from 'react-router';
import { expect, it } from 'vitest';
import { routes } from './router';

function Board() {
  return <p>Board {useParams().boardSlug}</p>;
}

it('leads from the older address of a board to its page', async () => {
  // The table's own entry, without the parents that would load the core.
  const entry = matchRoutes(routes, '/app/project/0192f0c1')?.at(-1)?.route;
  expect(entry?.path).toBe('project/:boardId');
  const router = createMemoryRouter(
    [{ path: 'app', children: [...(entry ? [entry] : []), { path: 'b/:boardSlug', Component: Board }] }],
    { initialEntries: ['/app', '/app/project/0192f0c1'] },
  );
  render(<RouterProvider router={router} />);
  expect(await screen.findByText('Board 0192f0c1')).toBeVisible();
  expect(router.state.location.pathname).toBe('/app/b/0192f0c1');
  expect(router.state.historyAction).toBe('REPLACE');
});
