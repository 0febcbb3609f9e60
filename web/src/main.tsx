import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { setNavigate } from './core/navigation';
import { countPages } from './routes/page-views';
import { router } from './routes/router';
import { PartError } from './ui/parts';
import './ui/global.css';

// Before the core is loaded, since the first thing it says may be where to go.
setNavigate((path, options) => void router.navigate(path, options));

countPages(router);

/** React tells the console of what fails while it is drawn, and nobody of a page that could not be loaded. */
function logPart(error: unknown): void {
  // oxlint-disable-next-line no-console -- As React does.
  if (error instanceof PartError) console.error(error);
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} onError={logPart} />
    </StrictMode>,
  );
}
