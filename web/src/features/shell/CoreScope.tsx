import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { openCore, visit } from '../../core/client';
import { useCore, useMirror } from '../../core/hooks';
import { followTimer } from '../../core/tab';
import { followTheme } from '../../core/theme';
import { Toaster } from '../../ui/Toaster';
import { TooltipProvider } from '../../ui/Tooltip';
import { AppLoadFailure } from './AppLoadFailure';
import { LoadingOverlay } from './LoadingOverlay';
import { UnexpectedError } from './UnexpectedError';

// The core's file is fetched beside the page's own, not after it has been drawn. A failure is shown by the scope below.
void openCore();

/** The pages whose toasts are a board's: at the bottom left, for 5 seconds. */
const ABOUT_BOARDS = /^\/app\/(b|tasks|trash)(\/|$)/;

/** Everything that needs the core: opens it, keeps it told of the path, and carries out its words to the shell. */
export function CoreScope() {
  const { pathname, search } = useLocation();
  const { status, detail } = useCore();
  const loading = useMirror((mirror) => mirror.session.loading);

  // Until the core has told which theme was chosen, that of the first paint stands.
  useEffect(() => (status === 'ready' ? followTheme() : undefined), [status]);
  useEffect(followTimer, []);
  useEffect(() => {
    if (status === 'ready') visit(pathname + search);
  }, [status, pathname, search]);

  if (status === 'broken') return <UnexpectedError detail={detail} />;
  const onBoard = ABOUT_BOARDS.test(pathname);
  return (
    <TooltipProvider>
      {status === 'failed' ? (
        <AppLoadFailure />
      ) : status === 'loading' || loading ? (
        <LoadingOverlay />
      ) : (
        <Outlet />
      )}
      <Toaster
        position={onBoard ? 'bottom-left' : 'top-center'}
        duration={onBoard || pathname === '/auth' ? 5000 : null}
      />
    </TooltipProvider>
  );
}
