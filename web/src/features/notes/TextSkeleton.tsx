import { Skeleton } from '../../ui/Skeleton';

/** Placeholder lines for a text that is loading. */
export function TextSkeleton({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <Skeleton className="mb-6 h-8 w-3/5" />
      {['w-full', 'w-11/12', 'w-full', 'w-2/3'].map((width, index) => (
        <Skeleton key={index} className={`mb-3 h-4 ${width}`} />
      ))}
    </div>
  );
}
