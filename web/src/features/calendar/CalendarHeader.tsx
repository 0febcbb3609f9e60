import { Plus, Printer } from 'lucide-react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/calendar';
import * as common from '../../messages/common';
import { ariaKeys, useShortcut } from '../../shell/commands/shortcuts';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Pager } from '../../ui/Pager';
import { Tooltip } from '../../ui/Tooltip';
import { openQuickAddOn } from '../quick-add';
import { CALENDAR_VIEWS, type CalendarView, formatDay, formatShownDays } from './days';
import type { CalendarAddress } from './useCalendarAddress';

const VIEW_NAMES: Record<CalendarView, () => string> = { month: messages.viewMonth, week: messages.viewWeek };

interface CalendarHeaderProps extends CalendarAddress {
  onPrint: () => void;
}

/** The title of what is shown, the buttons that change it, and the switch between month and week. */
export function CalendarHeader({ view, day, setView, setDay, turn, onPrint }: CalendarHeaderProps) {
  const today = useMirror(({ clock }) => clock.today);
  const todayKeys = useShortcut('calendar_today');
  const addKeys = useShortcut('add_card');
  return (
    <header className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 md:max-lg:gap-x-1">
      <h1 className="me-auto text-xl font-semibold tracking-tight">{common.calendar()}</h1>
      <div className="flex flex-wrap items-center">
        <Pager
          current={formatShownDays(view, day, today)}
          previous={view === 'month' ? messages.previousMonth() : messages.previousWeek()}
          next={view === 'month' ? messages.nextMonth() : messages.nextWeek()}
          hasPrevious
          hasNext
          onPrevious={() => turn(-1)}
          onNext={() => turn(1)}
        />
        <Tooltip text={messages.goToToday()} keys={todayKeys}>
          <Button variant="quiet" aria-keyshortcuts={ariaKeys(todayKeys)} onClick={() => setDay(today)}>
            {messages.goToToday()}
          </Button>
        </Tooltip>
      </div>
      <div role="group" aria-label={messages.view()} className="flex rounded-md bg-sunken p-0.5 ring-1 ring-line ring-inset">
        {CALENDAR_VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === view}
            onClick={() => setView(one)}
            className="h-8 rounded-sm px-3 font-medium text-secondary transition-colors duration-120 hover:text-primary aria-pressed:bg-surface aria-pressed:text-primary coarse:-my-0.5 coarse:h-11"
          >
            {VIEW_NAMES[one]()}
          </button>
        ))}
      </div>
      <div className="flex items-center">
        <Tooltip text={messages.print()}>
          <IconButton label={messages.print()} onClick={onPrint}>
            <Icon icon={Printer} />
          </IconButton>
        </Tooltip>
        <Tooltip text={messages.addCard({ day: formatDay(day, 'sentence') })} keys={addKeys}>
          <IconButton label={messages.addCard({ day: formatDay(day, 'sentence') })} aria-keyshortcuts={ariaKeys(addKeys)} onClick={() => openQuickAddOn(day)}>
            <Icon icon={Plus} />
          </IconButton>
        </Tooltip>
      </div>
    </header>
  );
}
