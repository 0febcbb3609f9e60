import * as messages from '../../../messages/settings_profile';
import { Skeleton } from '../../../ui/Skeleton';

/** A skeleton of the Profile section in its real size: what follows is below the window. */
export function ProfileSkeleton() {
  return (
    <div role="status" className="flex min-h-dvh flex-col gap-10">
      <span className="sr-only">{messages.loading()}</span>
      {[
        [20, 14],
        [14, 14],
      ].map(([first, second], index) => (
        <div key={index}>
          <Skeleton className="mb-3 h-6 w-40" />
          <div className="flex flex-col gap-2">
            <Skeleton className={first === 20 ? 'h-20' : 'h-14'} />
            <Skeleton className={second === 14 ? 'h-14' : 'h-20'} />
          </div>
        </div>
      ))}
    </div>
  );
}
