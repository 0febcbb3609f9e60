import * as messages from '../../messages/board';
import { cx } from '../../ui/cx';
import { Skeleton } from '../../ui/Skeleton';
import { LIST_WIDTH } from './listWidth';

/** The skeleton of a board that is loading. */
export function BoardSkeleton() {
  return (
    <div role="status" className="flex gap-3 overflow-hidden px-4 pt-2 sm:px-6">
      <span className="sr-only">{messages.loading()}</span>
      {[3, 2, 4].map((cards, list) => (
        <div key={list} className={cx(LIST_WIDTH, 'flex shrink-0 flex-col gap-2 rounded-lg bg-(--list-bg) p-3')}>
          <Skeleton className="h-5 w-1/2" />
          {Array.from({ length: cards }, (_, card) => (
            <Skeleton key={card} className="h-14" />
          ))}
        </div>
      ))}
    </div>
  );
}
