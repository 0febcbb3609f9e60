import type { Member } from '@twentyfour/core';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTimeFormat } from '../../core/hooks';
import type { QuickCard, TokenKind } from '../../core/quick-add';
import * as messages from '../../messages/quick_add';
import { formatDuration } from '../../platform/format/durations';
import { formatDueDate } from '../../platform/format/times';
import { memberName } from '../../shell/memberName';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { describeRecurrence, PriorityBadge, priorityOptions } from '../board';

interface UnderstoodPartsProps {
  card: QuickCard;
  members: readonly Member[];
  /** Turns everything of a kind back into text. */
  onIgnore: (kind: TokenKind) => void;
  /** Removes the day on which the card is due although its line names none. */
  onRemoveDay: () => void;
}

interface Part {
  kind: TokenKind;
  text: string;
  content: ReactNode;
}

/** What was understood, apart from the board. Pressing a part turns it back into text. */
export function UnderstoodParts({ card, members, onIgnore, onRemoveDay }: UnderstoodPartsProps) {
  const format = useTimeFormat();
  const parts: Part[] = [];
  const add = (kind: TokenKind, text: string, content: ReactNode = text) => parts.push({ kind, text, content });
  if (card.due_date !== null) add('due', formatDueDate(card.due_date, format));
  if (card.recurrence) add('recurrence', describeRecurrence(card.recurrence));
  if (card.priority !== null) {
    const name = priorityOptions().find(({ value }) => value === card.priority)?.text ?? '';
    add('priority', name, <PriorityBadge priority={card.priority} />);
  }
  for (const label of card.labels) add('label', messages.labeled({ name: label }), label);
  for (const id of card.assignee_ids) {
    const member = members.find(({ user_id }) => user_id === id);
    if (member) add('assignee', messages.assignedTo({ name: memberName(member) }), memberName(member));
  }
  if (card.estimate_minutes !== null) {
    const duration = formatDuration(card.estimate_minutes * 60);
    add('estimate', messages.estimated({ duration }), duration);
  }
  if (parts.length === 0) return null;
  return (
    <ul aria-label={messages.understood()} className="flex flex-wrap gap-1.5">
      {parts.map(({ kind, text, content }) => {
        const isWritten = card.tokens.some((token) => token.kind === kind);
        const style = 'inline-flex min-h-7 max-w-full items-center gap-1 rounded-sm bg-hover px-2 text-sm coarse:min-h-11';
        const shown = (
          <span dir="auto" className="truncate">
            {content}
          </span>
        );
        return (
          <li key={`${kind} ${text}`} className="max-w-full">
            {isWritten || kind === 'due' ? (
              <button
                type="button"
                aria-label={isWritten ? messages.keepAsText({ part: text }) : messages.removeDay({ day: text })}
                onClick={() => (isWritten ? onIgnore(kind) : onRemoveDay())}
                className={cx(style, 'hover:text-primary')}
              >
                {shown}
                <Icon icon={X} size={14} className="shrink-0 text-secondary" />
              </button>
            ) : (
              <span className={style}>{shown}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
