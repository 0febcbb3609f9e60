import type { CardDetails, CardView } from '@twentyfour/core';
import { Hourglass, List, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBoardPermissions, useMirror, useTimeFormat } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as dialog from '../../../messages/card_dialog';
import * as common from '../../../messages/common';
import * as planning from '../../../messages/planning';
import { formatDuration } from '../../../platform/format/durations';
import { formatDueDate } from '../../../platform/format/times';
import { memberName } from '../../../shell/memberName';
import { Icon } from '../../../ui/Icon';
import { DueDateBadge } from '../DueDateBadge';
import { PriorityBadge, priorityName } from '../priorities';
import { describeRecurrence } from '../recurrenceText';
import { displayListName } from '../text';
import { Assignees } from './Assignees';
import { CardLabels } from './CardLabels';
import { EditableFact, Fact, FACT_BUTTON, FACT_CHIP } from './Fact';
import { Reminders } from './Reminders';

/** The shortest focus time of a member that is shown, in milliseconds. */
const MIN_SHOWN_MS = 60_000;

interface CardMetadataProps {
  card: CardView;
  details: CardDetails | null;
  onMove: () => void;
}

/** The facts of a card. Who may edit the card changes them by clicking a value; others see those that have one. */
export function CardMetadata({ card, details, onMove }: CardMetadataProps) {
  const { can_edit } = useBoardPermissions();
  const due = useDueText(card);
  const repeats = card.recurrence ? describeRecurrence(card.recurrence) : null;
  const estimate = card.estimate_minutes ? formatDuration(card.estimate_minutes * 60) : null;
  const time = useMirror(({ focus_times }) => focus_times.get(card.id));
  const shared = useMirror(({ open_card }) => (open_card?.id === card.id ? open_card.shared_focus : undefined)) ?? [];
  const members = useMirror(({ board }) => board?.members) ?? [];
  const sharing = shared.flatMap(({ user_id, focused }) => {
    const member = members.find((one) => one.user_id === user_id);
    return member && focused >= MIN_SHOWN_MS ? [{ user_id, name: memberName(member), duration: formatDuration(focused / 1_000) }] : [];
  });
  const reminders = details && <Reminders card_id={card.id} reminders={details.reminders} hasDueDate={card.due_date !== null} />;
  return (
    <dl className="flex flex-wrap items-start gap-2 text-sm md:grid md:grid-cols-[fit-content(5.75rem)_minmax(0,1fr)] md:gap-x-4 md:gap-y-1">
      <CurrentList card_id={card.id} onMove={onMove} />
      {can_edit ? (
        <>
          <EditableFact card={card} field="priority" name={common.priority()} value={priorityName(card.priority)} addText="">
            <PriorityBadge priority={card.priority} />
          </EditableFact>
          <EditableFact card={card} field="due_date" name={common.dueDate()} value={due} addText={dialog.addDueDate()}>
            <DueDateBadge due_date={card.due_date} due_status={card.due_status} />
          </EditableFact>
          {reminders}
          <EditableFact card={card} field="recurrence" name={planning.repeat()} value={repeats} addText={dialog.addRepeat()} icon={Repeat} />
          <EditableFact card={card} field="estimate" name={planning.estimate()} value={estimate} addText={dialog.addEstimate()} icon={Hourglass} />
        </>
      ) : (
        <>
          <ReadFact name={common.priority()}>
            <PriorityBadge priority={card.priority} />
          </ReadFact>
          {due !== null && (
            <ReadFact name={messages.due()}>
              <DueDateBadge due_date={card.due_date} due_status={card.due_status} />
            </ReadFact>
          )}
          {reminders}
          {repeats !== null && <ReadFact name={planning.repeat()}>{repeats}</ReadFact>}
          {estimate !== null && <ReadFact name={planning.estimate()}>{estimate}</ReadFact>}
        </>
      )}
      <CardLabels card={card} />
      <Assignees card={card} />
      {/* Always there, because the actions below would move when the times of the board have loaded. */}
      <ReadFact name={common.focused()} isWideOnly={!time}>
        {time ? (
          messages.focusSessions({ duration: formatDuration(time.focused), count: time.sessions })
        ) : (
          <span className="text-secondary">{formatDuration(0)}</span>
        )}
      </ReadFact>
      {sharing.length > 0 && (
        <Fact name={messages.memberFocus()}>
          <ul className="flex flex-col gap-1 py-1.5">
            {sharing.map(({ user_id, name, duration }) => (
              <li key={user_id} className="wrap-anywhere">
                {messages.memberFocusEntry({ name, duration })}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}

/** The list of a card. A click moves the card to another one. */
function CurrentList({ card_id, onMove }: { card_id: string; onMove: () => void }) {
  const { can_edit } = useBoardPermissions();
  const listId = useMirror(({ list_of }) => list_of.get(card_id) ?? '');
  const name = displayListName(useMirror(({ lists }) => lists.get(listId)?.name ?? ''));
  const shown = (
    <span title={name} dir="auto" className="min-w-0 truncate">
      {name}
    </span>
  );
  return can_edit ? (
    <Fact name={dialog.list()}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={messages.changeField({ name: dialog.list(), value: name })}
        onClick={onMove}
        className={`${FACT_BUTTON} ${FACT_CHIP} rounded-sm text-left transition-colors duration-120 hover:bg-hover`}
      >
        <Icon icon={List} size={14} className="shrink-0 text-secondary md:hidden" />
        {shown}
      </button>
    </Fact>
  ) : (
    <ReadFact name={dialog.list()}>{shown}</ReadFact>
  );
}

/** Returns the due date of a card in words; null without one. */
function useDueText({ due_date, due_status }: CardView): string | null {
  const format = useTimeFormat();
  if (due_date === null) return null;
  const due = formatDueDate(due_date, format);
  return due_status === 'overdue' ? messages.dueOverdue({ due }) : due;
}

/** A fact that cannot be changed. */
function ReadFact({ name, isWideOnly = false, children }: { name: string; isWideOnly?: boolean; children: ReactNode }) {
  return (
    <Fact name={name} isWideOnly={isWideOnly}>
      <div className={`flex min-h-8 max-w-full min-w-0 items-center py-1 ${FACT_CHIP}`}>
        {children}
      </div>
    </Fact>
  );
}
