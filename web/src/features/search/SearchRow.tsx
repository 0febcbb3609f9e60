import { Archive, CalendarDays, CircleCheck, Columns3, type LucideIcon, NotebookPen, SquareKanban, StickyNote, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { useTimeFormat } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/search';
import { formatDueDate } from '../../platform/format/times';
import { cx } from '../../ui/cx';
import { Highlight } from '../../ui/Highlight';
import { Icon } from '../../ui/Icon';
import { srOnly } from '../../ui/srOnly';
import type { SearchResult } from './results';

const KINDS: Record<SearchResult['kind'], { icon: LucideIcon; name: () => string }> = {
  board: { icon: SquareKanban, name: messages.kindBoard },
  list: { icon: Columns3, name: messages.kindList },
  card: { icon: StickyNote, name: messages.kindCard },
  note: { icon: NotebookPen, name: messages.kindNote },
};

/** A result. The whole row links to the page that shows it. */
export function SearchRow({ result }: { result: SearchResult }) {
  const { kind, title, ranges, snippet, snippet_ranges, is_done, path } = result;
  const { icon, name } = KINDS[kind];
  return (
    <li className="relative flex items-start gap-3 border-b border-line px-2 py-2.5 last:border-transparent transition-colors duration-120 [content-visibility:auto] [contain-intrinsic-size:auto_4.5rem] hover:bg-hover">
      <Icon icon={icon} className="mt-0.5 shrink-0 text-secondary" />
      <div className="min-w-0 flex-1">
        <Link
          to={path}
          data-result
          title={title === '' ? undefined : title}
          className={cx(
            'line-clamp-2 wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-md',
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus-ring)',
            is_done && 'text-secondary line-through',
          )}
        >
          {srOnly(name())}{' '}
          <span dir="auto">{title === '' ? messages.untitledNote() : <Highlight text={title} ranges={ranges} />}</span>
        </Link>
        {snippet !== '' && (
          <p dir="auto" className="mt-0.5 line-clamp-2 max-w-[62ch] text-sm wrap-anywhere text-secondary">
            <Highlight text={snippet} ranges={snippet_ranges} />
          </p>
        )}
        <Metadata result={result} />
      </div>
    </li>
  );
}

/** The board, the due date and the state of a result. */
function Metadata({ result: { context, due_date, is_done, state } }: { result: SearchResult }) {
  const format = useTimeFormat();
  if (context === '' && due_date === null && !is_done && state === 'active') return null;
  const time = (text: string) => <time dateTime={due_date ?? undefined}>{text}</time>;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-secondary">
      {context !== '' && (
        <span dir="auto" className="max-w-60 truncate">
          {context}
        </span>
      )}
      {due_date !== null && (
        <span className="inline-flex items-center gap-1">
          <Icon icon={CalendarDays} size={14} />
          {common.dueAt({ due: formatDueDate(due_date, format), srOnly, time })}
        </span>
      )}
      {is_done && (
        <span className="inline-flex items-center gap-1">
          <Icon icon={CircleCheck} size={14} />
          {messages.done()}
        </span>
      )}
      {state !== 'active' && (
        <span className="inline-flex items-center gap-1">
          <Icon icon={state === 'archived' ? Archive : Trash2} size={14} />
          {state === 'archived' ? messages.archived() : messages.inTrash()}
        </span>
      )}
    </p>
  );
}
