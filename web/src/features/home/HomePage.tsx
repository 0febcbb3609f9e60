import { Clock, Timer } from 'lucide-react';
import { useCallback, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { useMirror } from '../../core/hooks';
import { buttonClasses } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useTitle } from '../../ui/useTitle';
import { GuestLine } from '../guest/GuestLine';
import { TimerView } from '../timer/TimerView';
import { useTimerKeys } from '../timer/useTimerKeys';
import { BackgroundBar } from '../background/BackgroundBar';
import { WeatherWidget } from '../weather/WeatherWidget';
import { ClockView } from './ClockView';
import { useAskedView } from './useAskedView';
import { useStartShortcut } from './useStartShortcut';
import { homeView } from './view';

/** The clock, or the timer; the one while nothing runs, the other as soon as something does or the timer has to ask. */
export function HomePage() {
  const news = useMirror(({ timer }) => (timer.state.isActive ? 'running' : timer.overrun ? 'asking' : null));
  const [view, setView] = useState<'clock' | 'timer'>(news ? 'timer' : 'clock');
  const [oldNews, setOldNews] = useState(news);
  if (news !== oldNews) {
    setOldNews(news);
    if (news) setView('timer');
  }
  useTitle('Home');
  useTimerKeys(view === 'timer', () => setView('timer'));
  const showTimer = useCallback(() => setView('timer'), []);
  useStartShortcut(showTimer);
  useAskedView(showTimer);
  useLayoutEffect(() => {
    homeView.setState({ shown: view });
    return () => homeView.setState({ shown: null });
  }, [view]);

  const other = view === 'clock' ? 'timer' : 'clock';
  return (
    <div className="isolate flex min-h-[calc(100dvh-var(--banner))] flex-col overflow-clip max-md:min-h-[calc(100dvh-var(--foot)-env(safe-area-inset-bottom)-var(--banner))]">
      <h1 className="sr-only">Home</h1>
      <div className="flex items-center justify-end gap-1 p-3">
        {/* On a phone there is no rail for it. */}
        <div className="mr-auto md:hidden">
          <WeatherWidget place="home" />
        </div>
        <nav aria-label="More pages" className="flex gap-1">
          <TopLink to="/app/notes">Notes</TopLink>
          <TopLink to="/app/tasks">Tasks</TopLink>
        </nav>
      </div>
      <GuestLine />
      {view === 'clock' ? <ClockView /> : <TimerView />}
      <BackgroundBar>
        {/* At the same place in both views, so that pressing it again leads back. */}
        <button type="button" onClick={() => setView(other)} className={`${buttonClasses('photo')} my-3`}>
          <Icon of={other === 'timer' ? Timer : Clock} size={16} />
          Switch to {other}
        </button>
      </BackgroundBar>
    </div>
  );
}

function TopLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="on-photo inline-flex h-9 items-center rounded-md px-3 font-medium transition-colors duration-120 hover:bg-photo-pane focus-visible:outline-photo coarse:h-11"
    >
      {children}
    </Link>
  );
}
