import * as messages from '../../messages/import';
import { PlanLimitLine } from '../plans';
import { BoardLinks } from './BoardLinks';
import type { ImportedBoard } from './useImport';

interface ImportDoneProps {
  boards: readonly ImportedBoard[];
  isCanceled: boolean;
  /** Called when a board is opened. */
  onOpen: () => void;
}

/** The imported boards as links, and those that were refused with the reason. */
export function ImportDone({ boards, isCanceled, onOpen }: ImportDoneProps) {
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
          <BoardLinks boards={imported.map(({ board_id, name }) => ({ id: board_id, name }))} onOpen={onOpen} />
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
