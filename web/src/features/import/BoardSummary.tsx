import type { FoundBoard } from '../../core/formats-types';
import * as messages from '../../messages/import';
import { formatList } from '../../platform/format/lists';

interface BoardSummaryProps {
  board: FoundBoard;
  /** Whether a board that was imported from it exists. */
  isKnown: boolean;
}

/** The name of a board in a file, what it contains, and whether it was imported before or is archived. */
export function BoardSummary({ board, isKnown }: BoardSummaryProps) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block wrap-anywhere">
          {board.name}
        </span>
        <span className="block text-sm text-secondary">{countsText(board)}</span>
      </span>
      {(isKnown || board.is_archived) && (
        <span className="shrink-0 rounded-sm bg-sunken px-2 py-0.5 text-sm text-secondary">
          {isKnown ? messages.importedAlready() : messages.boardArchived()}
        </span>
      )}
    </>
  );
}

/** Returns what a board contains: "3 lists, 12 cards". */
function countsText({ lists, cards, archived_cards, subtasks, comments }: FoundBoard): string {
  return formatList([
    messages.countLists({ count: lists }),
    messages.countCards({ count: cards }),
    ...(archived_cards > 0 ? [messages.countArchived({ count: archived_cards })] : []),
    ...(subtasks > 0 ? [messages.countSubtasks({ count: subtasks })] : []),
    ...(comments > 0 ? [messages.countComments({ count: comments })] : []),
  ]);
}
