import { Clock, Timer } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMirror } from '../../core/hooks';
import { buttonClasses } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useTitle } from '../../ui/useTitle';
import { countdown } from '../timer/countdown';
import { TimerView } from '../timer/TimerView';
import { ClockView } from './ClockView';

/** The clock, or the timer; the one while nothing runs, the other as soon as something does. */
export function HomePage() {
  const isActive = useMirror((mirror) => mirror.timer.state.isActive);
  const left = useMirror((mirror) => countdown(mirror.timer.state));
  const [view, setView] = useState<'clock' | 'timer'>(isActive ? 'timer' : 'clock');
  const [wasActive, setWasActive] = useState(isActive);
  if (isActive !== wasActive) {
    setWasActive(isActive);
    if (isActive) setView('timer');
  }
  useTitle(isActive ? `${left} · Home` : 'Home');

  const other = view === 'clock' ? 'timer' : 'clock';
  return (
    <div className="flex min-h-dvh flex-col max-md:min-h-[calc(100dvh-3.5rem)]">
      <h1 className="sr-only">Home</h1>
      <nav aria-label="More pages" className="flex justify-end gap-1 p-3">
        <TopLink to="/app/notes">Notes</TopLink>
        <TopLink to="/app/tasks">Tasks</TopLink>
      </nav>
      <div className="flex flex-1 flex-col items-center justify-center gap-2 px-4 pb-24">
        {view === 'clock' ? <ClockView /> : <TimerView />}
        <button type="button" onClick={() => setView(other)} className={`${buttonClasses('photo')} mt-8`}>
          <Icon of={other === 'timer' ? Timer : Clock} size={16} />
          Switch to {other}
        </button>
      </div>
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
