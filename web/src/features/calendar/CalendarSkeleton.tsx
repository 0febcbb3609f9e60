import * as messages from '../../messages/calendar';
import { Skeleton } from '../../ui/Skeleton';

/** Placeholder weeks of the real size. */
export function CalendarSkeleton() {
  return (
    <div role="status" className="overflow-hidden rounded-md border border-line">
      <span className="sr-only">{messages.loading()}</span>
      {Array.from({ length: 6 }, (_, week) => (
        <div key={week} className="grid grid-cols-7 border-b border-line last:border-0">
          {Array.from({ length: 7 }, (__, day) => (
            <div key={day} className="min-h-12 border-e border-line p-1 last:border-0 md:min-h-[max(7rem,(100dvh-14.5rem)/6)]">
              <Skeleton className="size-6 rounded-full" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
