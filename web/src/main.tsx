import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { registerNavigate } from './core/navigation';
import { trackPageViews } from './routes/page-views';
import { router } from './routes/router';
import { ModuleLoadError } from './ui/parts';
import './ui/global.css';

// Before the core is loaded, since the first thing it says may be where to go.
registerNavigate((path, options) => void router.navigate(path, options));

trackPageViews(router);

/** React tells the console of what fails while it is drawn, and nobody of a page that could not be loaded. */
function logModuleLoadError(error: unknown): void {
  // oxlint-disable-next-line no-console -- As React does.
  if (error instanceof ModuleLoadError) console.error(error);
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} onError={logModuleLoadError} />
    </StrictMode>,
  );
}
