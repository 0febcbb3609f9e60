import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { setNavigate } from './core/navigation';
import { router } from './routes/router';
import './ui/global.css';

// Before the core is loaded, since the first thing it says may be where to go.
setNavigate((path, options) => void router.navigate(path, options));

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
