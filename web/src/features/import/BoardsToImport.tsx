import { useId } from 'react';
import type { FoundBoard } from '../../core/formats-types';
import * as messages from '../../messages/import';
import { BoardSummary } from './BoardSummary';

/** A board of the file, and whether it will be imported. */
export interface BoardRow {
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

/** The boards of a file with check boxes. Archived boards, and those that were imported before, are not checked at first. */
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
              <BoardSummary board={board} isKnown={isKnown} />
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
