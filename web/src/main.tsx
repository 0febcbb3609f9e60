import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { loadLanguage } from './core/language';
import { ModuleLoadError } from './platform/lazy-module';
import { registerNavigate } from './platform/navigation';
import { trackPageViews } from './routes/page-views';
import { router } from './routes/router';
import { LoadingOverlayEnd } from './shell/LoadingOverlay';
import './ui/global.css';

// Registered before the core loads, because its first effect may be a navigation.
registerNavigate((path, options) => void router.navigate(path, options));

trackPageViews(router);

/** Logs modules that failed to load; React only logs errors during rendering. */
function logModuleLoadError(error: unknown): void {
  // oxlint-disable-next-line no-console -- As React does.
  if (error instanceof ModuleLoadError) console.error(error);
}

const root = document.getElementById('root');
if (root) {
  // Nothing is rendered in the wrong language.
  void loadLanguage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} onError={logModuleLoadError} />
        <LoadingOverlayEnd />
      </StrictMode>,
    ),
  );
}
