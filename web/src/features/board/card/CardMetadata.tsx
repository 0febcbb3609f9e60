import type { CardView } from '@twentyfour/core';
import type { ReactNode } from 'react';
import { useBoardPermissions, useMirror, useTimeFormat } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import * as planning from '../../../messages/planning';
import { formatDuration } from '../../../platform/format/durations';
import { formatDueDate } from '../../../platform/format/times';
import { memberName } from '../../../shell/memberName';
import { cx } from '../../../ui/cx';
import { DueDateBadge } from '../DueDateBadge';
import { LabelChip } from '../LabelChip';
import { PriorityBadge, priorityName } from '../priorities';
import { describeRecurrence } from '../recurrenceText';
import { CardLabels } from './CardLabels';
import { PickerButton } from './PickerButton';

/** The shortest focus time of a member that is shown, in milliseconds. */
const MIN_SHOWN_MS = 60_000;

/** The styles of a value that is a button: larger than its text, without moving it. */
const BUTTON_CLASSES = '-mx-2 -my-1 block min-h-7 w-[calc(100%+1rem)] px-2 py-1 coarse:min-h-11';

/** The metadata of a card. Who may edit the card changes it by clicking a value. */
export function CardMetadata({ card }: { card: CardView }) {
  const { can_edit } = useBoardPermissions();
  const due = useDueText(card);
  const repeats = card.recurrence ? describeRecurrence(card.recurrence) : planning.repeatNever();
  const estimate = card.estimate_minutes ? formatDuration(card.estimate_minutes * 60) : planning.noEstimate();
  const time = useMirror(({ focus_times }) => focus_times.get(card.id));
  const shared = useMirror(({ open_card }) => (open_card?.id === card.id ? open_card.shared_focus : undefined)) ?? [];
  const members = useMirror(({ board }) => board?.members) ?? [];
  const sharing = shared.flatMap(({ user_id, focused }) => {
    const member = members.find((one) => one.user_id === user_id);
    return member && focused >= MIN_SHOWN_MS ? [{ user_id, name: memberName(member), duration: formatDuration(focused / 1_000) }] : [];
  });
  return (
    <dl className="grid grid-cols-[fit-content(5.75rem)_minmax(0,1fr)] gap-3 text-sm">
      <MetadataRow name={common.priority()} isButton={can_edit}>
        {can_edit ? (
          <PickerButton card={card} field="priority" name={common.priority()} value={priorityName(card.priority)} className={BUTTON_CLASSES}>
            <PriorityBadge priority={card.priority} />
          </PickerButton>
        ) : (
          <PriorityBadge priority={card.priority} />
        )}
      </MetadataRow>
      <MetadataRow name={messages.due()} isButton={can_edit}>
        {can_edit ? (
          <PickerButton card={card} field="due_date" name={common.dueDate()} value={due} className={BUTTON_CLASSES}>
            <DueDate card={card} />
          </PickerButton>
        ) : (
          <DueDate card={card} />
        )}
      </MetadataRow>
      <MetadataRow name={planning.repeat()} isButton={can_edit}>
        {can_edit ? (
          <PickerButton card={card} field="recurrence" name={planning.repeat()} value={repeats} className={BUTTON_CLASSES}>
            <Value text={repeats} isSet={Boolean(card.recurrence)} />
          </PickerButton>
        ) : (
          <Value text={repeats} isSet={Boolean(card.recurrence)} />
        )}
      </MetadataRow>
      <MetadataRow name={planning.estimate()} isButton={can_edit}>
        {can_edit ? (
          <PickerButton card={card} field="estimate" name={planning.estimate()} value={estimate} className={BUTTON_CLASSES}>
            <Value text={estimate} isSet={Boolean(card.estimate_minutes)} />
          </PickerButton>
        ) : (
          <Value text={estimate} isSet={Boolean(card.estimate_minutes)} />
        )}
      </MetadataRow>
      <MetadataRow name={common.labels()} isButton={can_edit}>{can_edit ? <CardLabels card={card} /> : <Labels labels={card.labels} />}</MetadataRow>
      {time && (
        <MetadataRow name={common.focused()}>
          {messages.focusSessions({ duration: formatDuration(time.focused), count: time.sessions })}
        </MetadataRow>
      )}
      {sharing.length > 0 && (
        <MetadataRow name={messages.memberFocus()}>
          <ul className="flex flex-col gap-1">
            {sharing.map(({ user_id, name, duration }) => (
              <li key={user_id} className="wrap-anywhere">
                {messages.memberFocusEntry({ name, duration })}
              </li>
            ))}
          </ul>
        </MetadataRow>
      )}
    </dl>
  );
}

/** Returns the due date of a card in words. */
function useDueText({ due_date, due_status }: CardView): string {
  const format = useTimeFormat();
  if (due_date === null) return common.noDueDate();
  const due = formatDueDate(due_date, format);
  return due_status === 'overdue' ? messages.dueOverdue({ due }) : due;
}

function DueDate({ card: { due_date, due_status } }: { card: CardView }) {
  return due_date ? (
    <DueDateBadge due_date={due_date} due_status={due_status} />
  ) : (
    <span className="text-secondary">{common.noDueDate()}</span>
  );
}

function Value({ text, isSet }: { text: string; isSet: boolean }) {
  return <span className={isSet ? '' : 'text-secondary'}>{text}</span>;
}

function Labels({ labels }: Pick<CardView, 'labels'>) {
  return labels.length > 0 ? (
    <span className="flex flex-wrap gap-1.5">
      {labels.map((label) => (
        <LabelChip key={label} label={label} />
      ))}
    </span>
  ) : (
    <span className="text-secondary">{messages.noLabels()}</span>
  );
}

interface MetadataRowProps {
  name: string;
  /** Whether the value is a button, which is higher than its text on touch screens. */
  isButton?: boolean;
  children: ReactNode;
}

function MetadataRow({ name, isButton = false, children }: MetadataRowProps) {
  return (
    <div className="contents">
      <dt className={cx('min-w-16 text-secondary', isButton && 'coarse:pt-2')}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
