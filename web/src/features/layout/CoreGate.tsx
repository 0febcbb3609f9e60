import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { openCore, reportPath, showPreview } from '../../core/client';
import { useCoreStatus, useMirror } from '../../core/hooks';
import { vibrate } from '../../platform/haptics';
import { AppLoadError } from '../../shell/AppLoadError';
import { LoadingOverlay } from '../../shell/LoadingOverlay';
import { syncDocumentTheme } from '../../shell/theme';
import { UnexpectedError } from '../../shell/UnexpectedError';
import { Toaster } from '../../ui/Toaster';
import { onPhaseEnd, syncTabWithTimer } from '../timer';
import { isHomePath } from './destinations';

// Home is drawn before the core loads, unless its address asks for more. Other pages need the core, so it starts to load
// in parallel with their modules. `CoreGate` shows a failure.
const hasPreview = isHomePath(location.pathname) && location.search === '' && showPreview();
if (!hasPreview) void openCore();

/** The pages that show toasts at the bottom left, for 5 seconds. */
const BOARD_TOAST_PATHS = /^\/app\/(b|tasks|trash)(\/|$)/;

/** The parent route of everything that needs the core: opens it, reports navigations to it, and runs its effects. */
export function CoreGate() {
  const { pathname, search } = useLocation();
  const { status, detail } = useCoreStatus();
  const loading = useMirror((mirror) => mirror.session.loading);

  // Until the core has loaded, the theme of the first paint stays.
  useEffect(() => (status === 'ready' ? syncDocumentTheme() : undefined), [status]);
  useEffect(syncTabWithTimer, []);
  useEffect(() => onPhaseEnd(() => vibrate('phase_end')), []);
  useEffect(() => {
    if (status === 'ready') reportPath(pathname + search);
  }, [status, pathname, search]);

  if (status === 'crashed') return <UnexpectedError detail={detail} />;
  const isDrawn = status === 'preview' ? isHomePath(pathname) : status === 'ready' && !loading;
  const usesBoardToasts = BOARD_TOAST_PATHS.test(pathname);
  return (
    <>
      {status === 'failed' ? (
        <AppLoadError />
      ) : isDrawn ? (
        <Outlet />
      ) : (
        <LoadingOverlay />
      )}
      <Toaster
        position={usesBoardToasts ? 'bottom-left' : 'top-center'}
        duration={usesBoardToasts || pathname === '/auth' ? 5000 : null}
        isBesideRail={pathname.startsWith('/app')}
      />
    </>
  );
}
