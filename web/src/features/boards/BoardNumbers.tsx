import type { BoardSummary } from '@twentyfour/core';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/boards';
import { formatRelativeDay, localDate } from '../../platform/format/dates';

/** The number of lists and cards on a board, and the day of its last change. It has its height before they are known. */
export function BoardNumbers({ summary }: { summary: BoardSummary | undefined }) {
  const today = useMirror(({ clock }) => clock.today);
  const changedAt = summary?.changed_at ?? null;
  return (
    <p className="digits mt-1 flex min-h-5 flex-wrap justify-between gap-x-3 text-sm text-glass-secondary">
      {summary && (
        <span>
          {messages.numbersLists({ count: summary.list_count })} · {messages.numbersCards({ count: summary.card_count })}
        </span>
      )}
      {changedAt !== null && (
        <time dateTime={changedAt}>
          {messages.changed({ day: formatRelativeDay(localDate(changedAt), today, 'sentence') })}
        </time>
      )}
    </p>
  );
}
