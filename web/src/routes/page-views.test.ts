import { createMemoryRouter, type RouteObject } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { PageView } from '../platform/analytics';
import { trackPageViews } from './page-views';

const page = { Component: () => null };

/** The shape of the route table: routes without a path nested among routes with one. */
const routes: RouteObject[] = [
  {
    children: [
      { index: true, ...page },
      { path: 'about', ...page },
      { path: 'join/:code', ...page },
      { path: 'public/:code', ...page },
      { path: 'unsubscribe/:token', ...page },
      {
        children: [
          {
            path: 'app',
            ...page,
            children: [{ children: [{ index: true, ...page }, { path: 'b/:boardSlug', ...page }, { path: 'notes/:noteId?', ...page }] }],
          },
        ],
      },
      { path: '*', ...page },
    ],
  },
];

afterEach(() => {
  window.analyticsQueue = undefined;
});

it('reports each page once, by its pattern and its path alone', async () => {
  const seen: PageView[] = [];
  window.analyticsQueue = { push: (view) => seen.push(view) };
  const router = createMemoryRouter(routes, { initialEntries: ['/'] });
  const stop = trackPageViews(router);
  for (const address of ['/about', '/app', '/app?start=focus', '/app/b/groceries-7f3k?card=1#x', '/app/notes', '/app/notes/7', '/join/secret', '/public/secret', '/unsubscribe/secret', '/nowhere']) {
    await router.navigate(address);
  }
  stop();
  await router.navigate('/about');
  expect(seen).toEqual([
    { route: '/', path: '/' },
    { route: '/about', path: '/about' },
    { route: '/app', path: '/app' },
    { route: '/app/b/:boardSlug', path: '/app/b/groceries-7f3k' },
    { route: '/app/notes/:noteId?', path: '/app/notes' },
    { route: '/app/notes/:noteId?', path: '/app/notes/7' },
    { route: '/join/:code', path: '/join/:code' },
    { route: '/public/:code', path: '/public/:code' },
    { route: '/unsubscribe/:token', path: '/unsubscribe/:token' },
    { route: '*', path: '/nowhere' },
  ]);
});
