import { useId } from 'react';
import type { AccountContents } from '../../core/formats-types';
import * as messages from '../../messages/account_import';
import { formatList } from '../../platform/format/lists';
import type { BoardRow } from './BoardsToImport';
import { BoardSummary } from './BoardSummary';

interface AccountPreviewProps {
  rows: readonly Pick<BoardRow, 'id' | 'board' | 'isKnown'>[];
  contents: AccountContents;
}

/** What is in the archive of an account. All of it is imported. */
export function AccountPreview({ rows, contents }: AccountPreviewProps) {
  const heading = useId();
  const contentsHeading = useId();
  return (
    <>
      <section aria-labelledby={heading}>
        <h3 id={heading} className="mb-1 text-sm font-medium">
          {messages.boardsTitle()}
        </h3>
        {rows.length === 0 && <p className="text-secondary">{messages.boardsNone()}</p>}
        <ul>
          {rows.map(({ id, board, isKnown }) => (
            <li key={id} className="flex items-start gap-3 border-b border-line py-2 last:border-transparent">
              <BoardSummary board={board} isKnown={isKnown} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby={contentsHeading}>
        <h3 id={contentsHeading} className="mb-1 text-sm font-medium">
          {messages.contentsTitle()}
        </h3>
        <p>{contentsText(contents)}</p>
        <p className="text-sm text-secondary">{messages.historyIncluded()}</p>
      </section>
    </>
  );
}

/** Returns what an archive contains besides boards: "12 notes, 3 attachments". */
function contentsText({ notes, focus_sessions, pictures, attachments }: AccountContents): string {
  const texts = [
    notes > 0 && messages.contentsNotes({ count: notes }),
    focus_sessions > 0 && messages.contentsFocusSessions({ count: focus_sessions }),
    pictures > 0 && messages.contentsPictures({ count: pictures }),
    attachments > 0 && messages.contentsAttachments({ count: attachments }),
  ];
  const found = texts.filter((text) => text !== false);
  return found.length > 0 ? formatList(found) : messages.contentsNone();
}
