import { Play, Target } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as dates from '../../messages/dates';
import * as messages from '../../messages/today';
import { formatDuration } from '../../platform/format/durations';
import { cx } from '../../ui/cx';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { lazyComponent } from '../../ui/lazyComponent';
import { LazyPanel } from '../../ui/LazyPanel';
import { srOnly } from '../../ui/srOnly';
import { usePreload } from '../../ui/usePreload';
import { isDone, startFocus, tasksOfToday } from './today';
import { type MainFocusState, useMainFocus } from './useMainFocus';

const TodayPanel = lazyComponent(() => import('./TodayPanel'));

const PRELOADED = [TodayPanel.preload];

const NONE: ReadonlySet<string> = new Set();

const LINK = 'on-photo min-h-9 rounded-md px-3 transition-colors duration-120 hover:bg-photo-pane focus-visible:outline-photo coarse:min-h-11';

/** Returns the sentence about today; null if there is nothing to say. */
function sentence(count: number, seconds: number): string | null {
  const duration = formatDuration(seconds);
  const isFocused = seconds >= 60;
  if (count > 0) return isFocused ? messages.cardsAndFocus({ count, duration }) : messages.cards({ count });
  return isFocused ? messages.focus({ duration }) : null;
}

/** The main focus of the day, and one line about today that opens the panel. Nothing is shown if there is nothing to say. */
export default function TodayLine() {
  const [isOpen, setIsOpen] = useState(false);
  const tasks = useMirror((mirror) => mirror.tasks.tasks);
  const count = useMemo(() => tasksOfToday(tasks, NONE).filter((task) => !isDone(task)).length, [tasks]);
  const text = useMirror(({ stats }) => sentence(count, stats.focused_today));
  // Shown when both numbers are known, because a longer text would move.
  const isKnown = useMirror((mirror) => mirror.tasks.status !== 'loading' && mirror.stats.status !== 'loading');
  const mainFocus = useMainFocus();
  usePreload(PRELOADED);
  useEffect(() => {
    dispatch({ type: 'load_tasks' });
    dispatch({ type: 'load_stats' });
  }, []);
  const close = () => setIsOpen(false);
  return (
    <div className="flex w-full min-w-0 animate-fade flex-col items-center gap-1">
      {mainFocus.focus && <MainFocusLine mainFocus={mainFocus} />}
      {((isKnown && (text !== null || mainFocus.focus)) || isOpen) && (
        <button type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)} className={cx(LINK, 'digits text-base font-medium')}>
          {text ?? dates.today()}
        </button>
      )}
      <Dialog open={isOpen} onClose={close} title={dates.today()} isTopFixed>
        <LazyPanel component={TodayPanel} open={isOpen} onClose={close}>
          <TodayPanel mainFocus={mainFocus} onClose={close} />
        </LazyPanel>
      </Dialog>
    </div>
  );
}

/** The main focus: a link to its card and a button that starts the timer for it, or the text alone if the card is gone. */
function MainFocusLine({ mainFocus: { focus, card } }: { mainFocus: MainFocusState }) {
  const title = card?.title ?? focus?.title ?? '';
  const isFinished = card?.isDone ?? false;
  const label = srOnly(isFinished ? messages.mainFocusDone() : messages.mainFocus());
  const text = (
    <>
      <Icon icon={Target} size={16} className="shrink-0" />
      {label}{' '}
      <span dir="auto" className={cx('truncate', isFinished && 'line-through opacity-80')}>
        {title}
      </span>
    </>
  );
  const className = cx(LINK, 'inline-flex min-w-0 items-center gap-2 text-md font-medium');
  return (
    <div className="flex max-w-[min(32rem,100%)] min-w-0 items-center">
      {card ? (
        <Link to={card.path} title={title} className={className}>
          {text}
        </Link>
      ) : (
        <p title={title} className={cx(className, 'hover:bg-transparent')}>
          {text}
        </p>
      )}
      {card && !isFinished && (
        <button
          type="button"
          aria-label={messages.startFocus({ title })}
          title={messages.startFocus({ title })}
          onClick={() => void startFocus(card)}
          className={cx(LINK, 'grid min-w-9 shrink-0 place-items-center px-0 coarse:min-w-11')}
        >
          <Icon icon={Play} size={16} />
        </button>
      )}
    </div>
  );
}
