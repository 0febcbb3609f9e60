/** The path table. Every page is loaded when it is first asked for, so that the landing page stays light. */
import { createBrowserRouter, type RouteObject } from 'react-router';
import { ErrorPage } from './error';

/** Loads a page's module when its path is first asked for. */
function page(load: () => Promise<{ default: React.ComponentType }>): Pick<RouteObject, 'lazy'> {
  return { lazy: async () => ({ Component: (await load()).default }) };
}

export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      { index: true, ...page(() => import('./landing')) },
      { path: 'waitlist', ...page(() => import('./waitlist')) },
      { path: 'about', ...page(() => import('./about')) },
      { path: 'contact', ...page(() => import('./contact')) },
      { path: 'privacy', ...page(() => import('./privacy')) },
      { path: 'test', ...page(() => import('./test')) },
      {
        // Everything below needs the core.
        ...page(() => import('./core-scope')),
        children: [
          { path: 'auth', ...page(() => import('./auth')) },
          {
            path: 'app',
            ...page(() => import('./shell')),
            children: [
              { index: true, ...page(() => import('./home')) },
              { path: 'notes/:noteId?', ...page(() => import('./notes')) },
              { path: 'tasks', ...page(() => import('./tasks')) },
              { path: 'trash', ...page(() => import('./trash')) },
              { path: 'stats', ...page(() => import('./stats')) },
              { path: 'settings', ...page(() => import('./settings')) },
              { path: 'b', ...page(() => import('./boards')) },
              { path: 'b/:boardSlug', ...page(() => import('./board')) },
              { path: 'project/:boardId', ...page(() => import('./project')) },
            ],
          },
        ],
      },
      { path: '*', ...page(() => import('./not-found')) },
    ],
  },
];

export const router = createBrowserRouter(routes);
