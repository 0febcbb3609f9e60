import * as messages from '../../messages/stats';
import { Skeleton } from '../../ui/Skeleton';

/** A skeleton of the stats page in its real size. */
export function StatsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{messages.loading()}</span>
      <div className="grid gap-3 lg:grid-cols-3">
        {Array.from({ length: 3 }, (_, index) => (
          <Skeleton key={index} className="h-57 rounded-lg" />
        ))}
      </div>
      <Skeleton className="mt-3 h-40 rounded-lg sm:h-45 lg:h-23" />
      <div className="mt-3 grid gap-3 lg:grid-cols-[1fr_280px]">
        <Skeleton className="h-89 rounded-lg" />
        <Skeleton className="h-36 rounded-lg lg:h-auto" />
      </div>
    </div>
  );
}
