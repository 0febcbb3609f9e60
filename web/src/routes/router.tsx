/** The path table of the app. Every page is loaded when it is first asked for. The pages for everybody are no part of it (`site/`). */
import { createBrowserRouter, type RouteObject } from 'react-router';
import { LoadingOverlay } from '../features/shell/LoadingOverlay';
import { loadModule } from '../ui/parts';
import { ErrorPage } from './error';
import { PageError } from './page-error';

/** Loads a page's module when its path is first asked for. */
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
        // Everything below needs the core.
        ...page(() => import('./core-scope')),
        children: [
          { path: 'auth', ...page(() => import('./auth')) },
          {
            path: 'app',
            ...page(() => import('./shell')),
            children: [
              {
                // A page that fails leaves the frame around it as it is.
                ErrorBoundary: PageError,
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
        ],
      },
      { path: '*', ...page(() => import('./not-found')) },
    ],
  },
];

export const router = createBrowserRouter(routes);
