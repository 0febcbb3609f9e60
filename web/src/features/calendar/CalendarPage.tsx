import type { Id } from '@twentyfour/core';
import { CloudOff } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/calendar';
import * as common from '../../messages/common';
import { useCommand } from '../../shell/commands/bindings';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { LazyPanel } from '../../ui/LazyPanel';
import { lazyComponent } from '../../ui/lazyComponent';
import { ReadingPage } from '../../ui/ReadingPage';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { usePreload } from '../../ui/usePreload';
import { openQuickAddOn } from '../quick-add';
import { Agenda } from './Agenda';
import { INSTRUCTIONS_ID, TIME_INSTRUCTIONS_ID } from './CalendarEntry';
import { BusyLegend } from './BusyBlocks';
import { CalendarContext } from './calendarContext';
import { CalendarHeader } from './CalendarHeader';
import { CalendarSkeleton } from './CalendarSkeleton';
import { shownDays } from './days';
import { cancelDrag, clearFocusRequest, currentDrag } from './dragStore';
import { MonthGrid } from './MonthGrid';
import { enablePointerDrag } from './pointerDrag';
import { useBusyTimes } from './useBusyTimes';
import { useCalendarAddress } from './useCalendarAddress';
import { useDayTasks } from './useDayTasks';
import { useIsNarrow } from './useIsNarrow';
import { useLaterOccurrences } from './useLaterOccurrences';
import { useSessionsOf } from './useSessionsOf';
import { WeekGrid } from './WeekGrid';

const EntryPanel = lazyComponent(async () => ({ default: (await import('./EntryPanel')).EntryPanel }));

const PRELOADS = [EntryPanel.preload];

const loadPrinting = () => import('./print/print');

/** The calendar: the dated cards of all boards by month or week, and the focus sessions of the week. */
export function CalendarPage() {
  const address = useCalendarAddress();
  const { view, day, setDay } = address;
  const { status, tasks } = useMirror((state) => state.tasks);
  const today = useMirror(({ clock }) => clock.today);
  const isNarrow = useIsNarrow();
  const days = useMemo(() => shownDays(view, day), [view, day]);
  const dayTasks = useDayTasks();
  const later = useLaterOccurrences(days);
  const sessions = useSessionsOf(days, view === 'week');
  const busy = useBusyTimes(days, view === 'week');
  const [opened, setOpened] = useState<{ card_id: Id; anchor: HTMLElement } | null>(null);
  const area = useRef<HTMLDivElement>(null);
  useDocumentTitle(common.calendar());
  useEffect(() => {
    dispatch({ type: 'load_tasks' });
  }, []);
  useCommand('calendar_previous', () => address.turn(-1));
  useCommand('calendar_next', () => address.turn(1));
  useCommand('calendar_today', () => setDay(today));
  useCommand('add_card', () => openQuickAddOn(day));
  usePreload(PRELOADS);

  const isLoaded = tasks.length > 0 || status === 'ready';
  useEffect(() => {
    if (!isLoaded || !area.current) return undefined;
    const taskOf = (card_id: Id) => mirror.getState().tasks.tasks.find((task) => task.card_id === card_id);
    const disable = enablePointerDrag(area.current, taskOf);
    // A press elsewhere ends a drag by keyboard.
    const onPress = () => currentDrag()?.input === 'keyboard' && cancelDrag();
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => {
      disable();
      document.removeEventListener('pointerdown', onPress, { capture: true });
    };
  }, [isLoaded]);
  useEffect(() => clearFocusRequest, []);
  const printed = useRef({ view, day, days });
  useEffect(() => {
    printed.current = { view, day, days };
  });
  useEffect(() => {
    // The browser's own command prints the calendar too.
    const enabling = loadPrinting().then(
      ({ enableCalendarPrint }) => enableCalendarPrint(() => printed.current),
      () => undefined,
    );
    return () => void enabling.then((disable) => disable?.());
  }, []);

  const content = useMemo(
    () => ({ days, day, setDay, tasks: dayTasks, later, sessions, busy: busy.blocks, openPanel: (card_id: Id, anchor: HTMLElement) => setOpened({ card_id, anchor }) }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `setDay` only depends on the address.
    [days, day, dayTasks, later, sessions, busy.blocks],
  );
  const openedTask = opened && tasks.find(({ card_id }) => card_id === opened.card_id);
  const isEmpty = status === 'ready' && days.every((one) => !dayTasks.has(one) && !later.has(one));
  return (
    <ReadingPage width="grid">
      <CalendarHeader {...address} onPrint={() => window.print()} />
      {isLoaded ? (
        <CalendarContext value={content}>
          <p id={INSTRUCTIONS_ID} hidden>
            {messages.dragInstructions()}
          </p>
          <p id={TIME_INSTRUCTIONS_ID} hidden>
            {messages.dragTimeInstructions()}
          </p>
          <div ref={area}>
            {view === 'month' ? <MonthGrid isCompact={isNarrow} /> : isNarrow ? <Agenda days={days} /> : <WeekGrid />}
            {view === 'month' && isNarrow && (
              <div className="mt-4">
                <Agenda days={[day]} />
              </div>
            )}
          </div>
          <BusyLegend busy={busy} />
          {isEmpty && <p className="pt-4 text-center text-secondary">{messages.empty()}</p>}
        </CalendarContext>
      ) : status === 'loading' ? (
        <CalendarSkeleton />
      ) : (
        <EmptyState
          icon={CloudOff}
          title={messages.loadFailedTitle()}
          action={<Button onClick={() => dispatch({ type: 'load_tasks' })}>{common.tryAgain()}</Button>}
        >
          {common.checkConnection()}
        </EmptyState>
      )}
      {opened && openedTask && (
        <LazyPanel component={EntryPanel} open onClose={() => setOpened(null)}>
          <EntryPanel task={openedTask} anchor={opened.anchor} onClose={() => setOpened(null)} />
        </LazyPanel>
      )}
    </ReadingPage>
  );
}
