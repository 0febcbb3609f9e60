import * as messages from '../../messages/stats';
import { Skeleton } from '../../ui/Skeleton';

/** A skeleton of the stats page in its real size. */
export function StatsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{messages.loading()}</span>
      <div className="grid gap-3 sm:max-lg:*:last:col-span-2 sm:grid-cols-2 lg:grid-cols-3">
        <Skeleton className="h-40 rounded-lg sm:h-59.5 lg:max-xl:h-65" />
        <Skeleton className="h-55.5 rounded-lg sm:h-59.5 lg:max-xl:h-65" />
        <Skeleton className="h-55.5 rounded-lg sm:h-54.5 lg:h-59.5 lg:max-xl:h-65" />
      </div>
      <Skeleton className="mt-3 h-38.5 rounded-lg sm:h-43.5 lg:h-22" />
      <div className="mt-3 grid gap-3 lg:grid-cols-[1fr_280px]">
        <Skeleton className="h-87.5 rounded-lg sm:h-91.5" />
        <Skeleton className="h-40 rounded-lg sm:h-22 lg:h-auto" />
      </div>
    </div>
  );
}
