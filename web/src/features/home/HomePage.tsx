import { Clock, Plus, Timer } from 'lucide-react';
import { memo, useCallback, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/home';
import { buttonClassName } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { HomeFooter } from '../background';
import { GuestNotice } from '../guest';
import { openQuickAdd } from '../quick-add';
import { homeViewStore, TimerView, useTimerCommands } from '../timer';
import { WeatherWidget } from '../weather';
import { ClockView } from './ClockView';
import { useStartShortcut } from './useStartShortcut';
import { useViewParam } from './useViewParam';

interface Shown {
  view: 'clock' | 'timer';
  /** Whether another view was shown before. Only then the view fades in, because the first paint shows it at once. */
  hasChanged: boolean;
}

/** The Home page: the clock, or the timer. It switches to the timer when that starts or shows a prompt. */
export function HomePage() {
  const timerAttention = useMirror(({ timer }) => (timer.state.isActive ? 'running' : timer.overrun ? 'asking' : null));
  const [{ view, hasChanged }, setShown] = useState<Shown>({ view: timerAttention ? 'timer' : 'clock', hasChanged: false });
  const [lastTimerAttention, setLastTimerAttention] = useState(timerAttention);
  if (timerAttention !== lastTimerAttention) {
    setLastTimerAttention(timerAttention);
    if (timerAttention) setShown({ view: 'timer', hasChanged: true });
  }
  const showTimer = useCallback(() => setShown({ view: 'timer', hasChanged: true }), []);
  useDocumentTitle(common.home());
  useTimerCommands(view === 'timer', showTimer);
  useStartShortcut(showTimer);
  useViewParam(showTimer);
  useLayoutEffect(() => {
    homeViewStore.setState({ shown: view });
    return () => homeViewStore.setState({ shown: null });
  }, [view]);

  const other = view === 'clock' ? 'timer' : 'clock';
  return (
    <div
      data-changed={hasChanged || undefined}
      className="isolate flex min-h-[calc(100dvh-var(--banner))] flex-col overflow-clip max-md:min-h-[calc(100dvh-var(--foot)-env(safe-area-inset-bottom)-var(--banner))]"
    >
      <h1 className="sr-only">{common.home()}</h1>
      <HomeBar />
      <GuestNotice />
      {view === 'clock' ? <ClockView /> : <TimerView />}
      <HomeFooter>
        {/* In the same position in both views, so that pressing it again returns. */}
        <button type="button" onClick={() => setShown({ view: other, hasChanged: true })} className={`${buttonClassName('photo')} my-3`}>
          <Icon icon={other === 'timer' ? Timer : Clock} size={16} />
          {/* As wide as the longer text, so that the button keeps its width. */}
          <span className="grid justify-items-center *:[grid-area:1/1]">
            {(['timer', 'clock'] as const).map((name) => (
              <span key={name} aria-hidden={name !== other} className={cx(name !== other && 'invisible')}>
                {name === 'timer' ? messages.switchToTimer() : messages.switchToClock()}
              </span>
            ))}
          </span>
        </button>
      </HomeFooter>
    </div>
  );
}

/** The weather, the links and quick add at the top. Memoized, because the page below is rendered whenever the timer starts or stops. */
const HomeBar = memo(function HomeBar() {
  return (
    <div className="flex items-center justify-end gap-1 p-3">
      {/* Phones have no rail for it. */}
      <div className="mr-auto md:hidden">
        <WeatherWidget location="home" />
      </div>
      <nav aria-label={messages.pages()} className="flex gap-1">
        <HomeNavLink to="/app/notes">{common.notes()}</HomeNavLink>
        <HomeNavLink to="/app/tasks">{common.tasks()}</HomeNavLink>
      </nav>
      <button type="button" aria-label={messages.quickAdd()} aria-haspopup="dialog" onClick={openQuickAdd} className={navClassName}>
        <Icon icon={Plus} size={20} />
      </button>
    </div>
  );
});

const navClassName =
  'on-photo inline-flex h-9 items-center rounded-md px-3 font-medium transition-colors duration-120 hover:bg-photo-pane focus-visible:outline-photo coarse:h-11';

function HomeNavLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={navClassName}>
      {children}
    </Link>
  );
}
