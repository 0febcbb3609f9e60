import * as messages from '../../messages/stats';
import { Skeleton } from '../../ui/Skeleton';

/** A skeleton of the stats page in its real size. */
export function StatsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{messages.loading()}</span>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} className="h-26 rounded-lg" />
        ))}
      </div>
      <div className="mt-3 grid gap-3 lg:grid-cols-[1fr_280px]">
        <Skeleton className="h-92 rounded-lg" />
        <div className="grid gap-3 max-lg:grid-cols-3 max-sm:grid-cols-1">
          {Array.from({ length: 3 }, (_, index) => (
            <Skeleton key={index} className="min-h-22 rounded-lg" />
          ))}
        </div>
      </div>
      <Skeleton className="mt-3 h-68 rounded-lg" />
    </div>
  );
}
