import { Fragment, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { language } from '../../core/language';
import { Announcer } from '../../ui/Announcer';
import { classes } from '../../ui/classes';
import { Backdrop } from '../background/Backdrop';
import { EndNotice } from '../timer/EndNotice';
import { TimerBar } from '../timer/TimerBar';
import { BottomBar } from './BottomBar';
import { DeletionBanner } from './DeletionBanner';
import { isHomePath } from './navigation';
import { Rail } from './Rail';
import { Shortcuts } from './Shortcuts';
import { SideList } from './SideList';
import { UpdateNotice } from './UpdateNotice';
import { useOverrunToast } from './useOverrunToast';
import { useRefusedToast } from './useRefusedToast';
import { useSideList } from './useSideList';
import { useUndoKeys } from './useUndoKeys';

/** The frame of the app: the rail, or the bottom bar on phones, and the page beside it. */
export function Shell() {
  const isIn = useMirror(({ session }) => session.isAuthenticated || session.guest !== null);
  // The core is sending a stranger to log in; until the page has changed there is nothing of theirs to show.
  return isIn ? <Frame /> : null;
}

function Frame() {
  const account = useMirror(({ session, user }) => (session.guest === null ? user?.id : 'guest'));
  // Who is signed in may be known a moment after the pages show: that is nobody else, and what was done meanwhile stays.
  const [shown, setShown] = useState({ account, number: 0 });
  if (account !== shown.account) {
    setShown({ account, number: shown.account === undefined ? shown.number : shown.number + 1 });
  }
  const { pathname } = useLocation();
  const pages = useMirror(({ preferences }) => preferences.wallpaper_pages);
  const hasWallpaper = pages === 'every' || isHomePath(pathname);
  const [isUnfolded, toggle] = useSideList();
  useUndoKeys();
  useRefusedToast();
  useOverrunToast();
  useEffect(() => void dispatch({ type: 'load_weather', language: language() }), []);
  return (
    <div
      className={classes(
        'isolate min-h-dvh has-[#deletion-banner]:[--banner:3rem] max-md:has-[#deletion-banner]:[--banner:4rem]',
        !hasWallpaper && 'plain',
      )}
    >
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-raised px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-14"
      >
        Skip to content
      </a>
      <Backdrop isShown={hasWallpaper} />
      <Rail isUnfolded={isUnfolded} onToggle={toggle} />
      {isUnfolded && <SideList />}
      <main
        id="content"
        tabIndex={-1}
        className={classes(
          'min-h-dvh outline-none max-md:pb-[calc(var(--foot)+env(safe-area-inset-bottom))]',
          isUnfolded ? 'md:pl-72' : 'md:pl-12',
        )}
      >
        <DeletionBanner />
        {/* Another account begins every page anew: it asks for its own data, and keeps nothing that was typed before. */}
        <Fragment key={shown.number}>
          <Outlet />
        </Fragment>
      </main>
      <BottomBar />
      {/* In the page's corner, above Home's buttons for its picture; on phones above the bottom bar. */}
      <div
        className={classes(
          'pointer-events-none fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-30 flex flex-col items-end gap-2 md:right-4',
          isHomePath(pathname) ? 'md:bottom-16' : 'md:bottom-4',
        )}
      >
        <UpdateNotice />
        <EndNotice />
        <TimerBar />
      </div>
      <Shortcuts />
      <Announcer />
    </div>
  );
}
