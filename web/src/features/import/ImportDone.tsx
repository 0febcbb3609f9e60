import { SquareKanban } from 'lucide-react';
import { Link } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/import';
import { Icon } from '../../ui/Icon';
import { PlanLimitLine } from '../plans';
import type { ImportedBoard } from './useImport';

interface ImportDoneProps {
  boards: readonly ImportedBoard[];
  isCanceled: boolean;
  /** Called when a board is opened. */
  onOpen: () => void;
}

/** The imported boards as links, and those that were refused with the reason. */
export function ImportDone({ boards, isCanceled, onOpen }: ImportDoneProps) {
  const known = useMirror((mirror) => mirror.boards);
  const imported = boards.filter(({ problem }) => problem === null);
  const refused = boards.flatMap(({ problem, ...board }) => (problem ? [{ ...board, problem }] : []));
  const planLimit = refused.find(({ problem }) => problem.isPlanLimit)?.problem.text;
  return (
    <div className="flex flex-col gap-6 py-2">
      {isCanceled && <p>{messages.resultCanceled()}</p>}
      {(imported.length > 0 || !isCanceled) && (
        <section aria-labelledby="import-result">
          <h3 id="import-result" className="mb-1 text-sm font-medium">
            {messages.resultImported({ count: imported.length })}
          </h3>
          <ul className="-mx-2">
            {imported.map(({ board_id, name }) => {
              const slug = known.find(({ id }) => id === board_id)?.slug;
              return (
                <li key={board_id}>
                  <Link
                    to={slug === undefined ? '/app/b' : `/app/b/${slug}`}
                    onClick={onOpen}
                    className="flex min-h-9 items-center gap-2.5 rounded-sm px-2 py-1.5 transition-colors duration-120 hover:bg-hover coarse:min-h-11"
                  >
                    <Icon icon={SquareKanban} size={16} className="shrink-0 text-secondary" />
                    <span dir="auto" className="min-w-0 wrap-anywhere">
                      {name}
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {refused.length > 0 && (
        <section aria-labelledby="import-refused">
          <h3 id="import-refused" className="mb-1 text-sm font-medium">
            {messages.resultFailed({ count: refused.length })}
          </h3>
          {planLimit !== undefined && <PlanLimitLine>{planLimit}</PlanLimitLine>}
          <ul className="mt-1 flex flex-col gap-1">
            {refused.map(({ board_id, name, problem: { text, isPlanLimit } }) => (
              <li key={board_id}>
                <p dir="auto" className="wrap-anywhere">
                  {name}
                </p>
                {!isPlanLimit && <p className="text-sm text-danger">{text}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
