import type { FoundBoard } from '../../core/formats-types';
import * as messages from '../../messages/import';
import { formatList } from '../../platform/format/lists';

interface BoardSummaryProps {
  board: FoundBoard;
  /** Whether a board that was imported from it exists. */
  isKnown: boolean;
}

/** The name of a board in a file, what it contains, and whether it was imported before. */
export function BoardSummary({ board, isKnown }: BoardSummaryProps) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block wrap-anywhere">
          {board.name}
        </span>
        <span className="block text-sm text-secondary">{countsText(board)}</span>
      </span>
      {isKnown && <span className="shrink-0 rounded-sm bg-sunken px-2 py-0.5 text-sm text-secondary">{messages.importedAlready()}</span>}
    </>
  );
}

/** Returns what a board contains: "3 lists, 12 cards". */
function countsText({ lists, cards, subtasks, comments }: FoundBoard): string {
  return formatList([
    messages.countLists({ count: lists }),
    messages.countCards({ count: cards }),
    ...(subtasks > 0 ? [messages.countSubtasks({ count: subtasks })] : []),
    ...(comments > 0 ? [messages.countComments({ count: comments })] : []),
  ]);
}
