import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { startAnalytics } from './core/analytics';
import { setNavigate } from './core/navigation';
import { countPages } from './routes/page-views';
import { router } from './routes/router';
import './ui/global.css';

// Before the core is loaded, since the first thing it says may be where to go.
setNavigate((path, options) => void router.navigate(path, options));

startAnalytics();
countPages(router);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      {/* React tells the console of every error that is caught; the router need not do so again. */}
      <RouterProvider router={router} onError={() => undefined} />
    </StrictMode>,
  );
}
