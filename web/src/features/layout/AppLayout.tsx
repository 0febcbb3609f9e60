import { Fragment, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { dispatch } from '../../core/client';
import { useIsPreview, useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/layout';
import { browserLocale } from '../../platform/locale';
import { dismissToast, showActionToast } from '../../platform/toasts';
import { preloadDispatcher, useCommand } from '../../shell/commands/bindings';
import { Announcer } from '../../ui/Announcer';
import { cx } from '../../ui/cx';
import { preloadDialog } from '../../ui/Dialog';
import { preloadKeys } from '../../ui/LazyKeys';
import { lazyComponent } from '../../ui/lazyComponent';
import { preloadPopover } from '../../ui/Popover';
import { preloadTooltip } from '../../ui/Tooltip';
import { usePreload } from '../../ui/usePreload';
import { WallpaperLayer } from '../background';
import { CommandPalette, preloadPalette, RecentPlaces } from '../palette';
import { preloadQuickAdd, QuickAdd } from '../quick-add';
import { endTitle, TimerBar } from '../timer';
import { preloadAccountMenu } from './AccountMenu';
import { BottomBar } from './BottomBar';
import { DeletionBanner } from './DeletionBanner';
import { isHomePath } from './destinations';
import { GoToCommands } from './GoToCommands';
import { KeyboardShortcuts, preloadShortcuts } from './KeyboardShortcuts';
import { NavigationRail } from './NavigationRail';
import { useFailedUploadsToast } from './useFailedUploadsToast';
import { useFileDropGuard } from './useFileDropGuard';
import { useLanguageToast } from './useLanguageToast';
import { usePageFocus } from './usePageFocus';
import { useOverrunToast } from './useOverrunToast';
import { useRejectedChangesToast } from './useRejectedChangesToast';
import { toggleSidebar, useIsSidebarOpen } from './useSidebar';
import { useThemeCommand } from './useThemeCommand';
import { useUndoCommands } from './useUndoCommands';
import { useUploadWarning } from './useUploadWarning';

const Notices = lazyComponent(() => import('./Notices'));
const Sidebar = lazyComponent(() => import('./Sidebar'));

const END_TOAST_ID = 'phase-end';

const PRELOADED = [preloadDispatcher, preloadKeys, preloadTooltip, preloadAccountMenu, preloadPopover, preloadDialog, Sidebar.preload, preloadShortcuts, preloadPalette, preloadQuickAdd];
const PRELOADED_IN_PREVIEW: typeof PRELOADED = [];

/** The app's layout: the rail, or the bottom bar on phones, and the page beside it. */
export function AppLayout() {
  const hasUser = useMirror(({ session }) => session.isAuthenticated || session.guest !== null);
  // The core is redirecting to the login page; until then there is no data to show.
  return hasUser ? <Layout /> : null;
}

function Layout() {
  const account = useMirror(({ session, user }) => (session.guest === null ? user?.id : 'guest'));
  // The account may become known shortly after the pages are shown. That is not an account switch, so the pages keep
  // their state.
  const [shown, setShown] = useState({ account, number: 0 });
  if (account !== shown.account) {
    setShown({ account, number: shown.account === undefined ? shown.number : shown.number + 1 });
  }
  const { pathname } = useLocation();
  const pages = useMirror(({ preferences }) => preferences.wallpaper_pages);
  const hasWallpaper = pages === 'every' || isHomePath(pathname);
  useCommand('toggle_sidebar', toggleSidebar);
  useUndoCommands();
  useThemeCommand();
  useRejectedChangesToast();
  useLanguageToast();
  useOverrunToast();
  useUploadWarning();
  useFailedUploadsToast();
  useFileDropGuard();
  usePageFocus(pathname);
  useEffect(() => void dispatch({ type: 'load_weather', language: browserLocale() }), []);
  return (
    <div
      className={cx(
        'isolate min-h-dvh',
        !hasWallpaper && 'plain',
      )}
    >
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-raised px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-14"
      >
        {messages.skipToContent()}
      </a>
      <WallpaperLayer isShown={hasWallpaper} />
      <NavigationRail />
      <OpenSidebar />
      <Main>
        <DeletionBanner />
        {/* Another account remounts every page, so that no data or input of the previous account remains. */}
        <Fragment key={shown.number}>
          {account !== 'guest' && <LoadInbox />}
          <Outlet />
        </Fragment>
      </Main>
      <BottomBar />
      {/* In the page's corner, above Home's footer; on phones above the bottom bar. */}
      <div
        className={cx(
          'pointer-events-none fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-30 flex flex-col items-end gap-2 md:right-4',
          isHomePath(pathname) ? 'md:bottom-16' : 'md:bottom-4',
        )}
      >
        <LateNotices />
        <TimerBar />
      </div>
      <GoToCommands />
      <KeyboardShortcuts />
      <CommandPalette />
      <QuickAdd />
      <RecentPlaces />
      <Announcer />
      <Preload />
    </div>
  );
}

/** Loads the inbox of an account, whose unread entries are counted on every page. */
function LoadInbox() {
  useEffect(() => void dispatch({ type: 'load_inbox' }), []);
  return null;
}

/** The sidebar while it is open. */
function OpenSidebar() {
  return (
    useIsSidebarOpen() && (
      <Suspense fallback={<div id="side-list" className="pane fixed inset-y-0 left-12 z-30 w-60 max-md:hidden" />}>
        <Sidebar />
      </Suspense>
    )
  );
}

/**
 * The element of the page, beside the rail and the sidebar. It is a component of its own, so that neither the end of the preview
 * nor the sidebar renders the layout again.
 */
function Main({ children }: { children: ReactNode }) {
  const isPreview = useIsPreview();
  const isSidebarOpen = useIsSidebarOpen();
  return (
    <main
      id="content"
      tabIndex={-1}
      aria-busy={isPreview || undefined}
      className={cx(
        'min-h-dvh outline-none max-md:pb-[calc(var(--foot)+env(safe-area-inset-bottom))]',
        isSidebarOpen ? 'md:pl-72' : 'md:pl-12',
      )}
    >
      {children}
    </main>
  );
}

/**
 * The notices, loaded when the page is idle. If that fails, they are loaded again when a phase ends, and if that fails too,
 * a toast says that it has ended.
 */
function LateNotices() {
  const [isLoaded, setIsLoaded] = useState(false);
  const [loads] = useState(() => [() => Notices.preload().then(() => setIsLoaded(true))]);
  usePreload(loads);
  const isPreview = useIsPreview();
  const ended = useMirror(({ timer }) => (timer.shows_end_notice ? endTitle(timer) : null));
  useEffect(() => {
    if (ended === null || isLoaded) return;
    let isOver = false;
    Notices.preload().then(
      () => setIsLoaded(true),
      () => isOver || showActionToast(END_TOAST_ID, ended, common.reload(), () => location.reload()),
    );
    return () => {
      isOver = true;
      dismissToast(END_TOAST_ID);
    };
  }, [ended, isLoaded]);
  return isLoaded && !isPreview && <Notices />;
}

/** Loads what opens on demand when the page is idle, but not before the core is ready. */
function Preload() {
  usePreload(useIsPreview() ? PRELOADED_IN_PREVIEW : PRELOADED);
  return null;
}
