import { useId } from 'react';
import type { FoundBoard } from '../../core/formats-types';
import * as messages from '../../messages/import';
import { formatList } from '../../platform/format/lists';

/** A board of the file, and whether it will be imported. */
interface BoardRow {
  id: string;
  board: FoundBoard;
  /** Whether a board that was imported from it exists. */
  isKnown: boolean;
  isChosen: boolean;
}

interface BoardsToImportProps {
  rows: readonly BoardRow[];
  onChoose: (id: string, isChosen: boolean) => void;
}

/** The boards of a file with check boxes. Boards that were imported before are not checked at first. */
export function BoardsToImport({ rows, onChoose }: BoardsToImportProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="mb-1 text-sm font-medium">
        {messages.boardsTitle()}
      </h3>
      <ul>
        {rows.map(({ id, board, isKnown, isChosen }) => (
          <li key={id} className="border-b border-line last:border-transparent">
            <label className="-mx-2 flex cursor-pointer items-start gap-3 rounded-sm px-2 py-2 transition-colors duration-120 hover:bg-hover coarse:py-3">
              <input
                type="checkbox"
                checked={isChosen}
                onChange={(event) => onChoose(id, event.target.checked)}
                className="mt-0.5 size-4 shrink-0"
              />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block wrap-anywhere">
                  {board.name}
                </span>
                <span className="block text-sm text-secondary">{countsText(board)}</span>
              </span>
              {isKnown && <span className="shrink-0 rounded-sm bg-sunken px-2 py-0.5 text-sm text-secondary">{messages.importedAlready()}</span>}
            </label>
          </li>
        ))}
      </ul>
    </section>
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
