/** The route table of the app. Every page is loaded on first use. The public pages are not part of it (`site/`). */
import { createBrowserRouter, type RouteObject } from 'react-router';
import { loadModule } from '../platform/lazy-module';
import { LoadingOverlay } from '../shell/LoadingOverlay';
import { ErrorPage } from './error';
import { PageError } from './page-error';

/** Loads a page's module on first use. */
function page(load: () => Promise<{ default: React.ComponentType }>): Pick<RouteObject, 'lazy'> {
  return { lazy: async () => ({ Component: (await loadModule(load)).default }) };
}

export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingOverlay,
    children: [
      { path: 'test', ...page(() => import('./test')) },
      {
        // All routes below need the core.
        ...page(() => import('./core-gate')),
        children: [
          { path: 'auth', ...page(() => import('./auth')) },
          { path: 'join/:code', ...page(() => import('./join')) },
          { path: 'public/:code', ...page(() => import('./public')) },
          { path: 'unsubscribe/:token', ...page(() => import('./unsubscribe')) },
          {
            path: 'app',
            ...page(() => import('./layout')),
            children: [
              {
                // A failing page leaves the layout around it intact.
                ErrorBoundary: PageError,
                children: [
                  { index: true, ...page(() => import('./home')) },
                  { path: 'notes/:noteId?', ...page(() => import('./notes')) },
                  { path: 'inbox', ...page(() => import('./inbox')) },
                  { path: 'tasks', ...page(() => import('./tasks')) },
                  { path: 'search', ...page(() => import('./search')) },
                  { path: 'trash', ...page(() => import('./trash')) },
                  { path: 'stats', ...page(() => import('./stats')) },
                  { path: 'admin', ...page(() => import('./admin')) },
                  { path: 'settings', ...page(() => import('./settings')) },
                  { path: 'b', ...page(() => import('./boards')) },
                  { path: 'b/:boardSlug', ...page(() => import('./board')) },
                  { path: 'project/:boardId', ...page(() => import('./project')) },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', ...page(() => import('./not-found')) },
    ],
  },
];

export const router = createBrowserRouter(routes);
