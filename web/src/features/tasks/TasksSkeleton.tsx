import * as messages from '../../messages/tasks';
import { Skeleton } from '../../ui/Skeleton';

/** Placeholder rows of the real size. */
export function TasksSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{messages.loading()}</span>
      <Skeleton className="mb-3 ml-2 h-5 w-24" />
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className="flex h-[66px] items-start gap-3 border-b border-line px-2 pt-3">
          <Skeleton className="size-5 rounded-full" />
          <div className="flex-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-3 h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
