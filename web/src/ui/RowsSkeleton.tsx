import { cx } from './cx';
import { Skeleton } from './Skeleton';

interface RowsSkeletonProps {
  /** What is loading, for screen readers. */
  label: string;
  rows?: number;
  /** The height of a row. */
  rowClassName: string;
  /** The size and shape of the icon. */
  iconClassName: string;
  /** The margin and size of the heading; without it there is none. */
  headingClassName?: string;
  className?: string;
}

/** Placeholder rows of the real size: each an icon and two lines of text. */
export function RowsSkeleton({ label, rows = 4, rowClassName, iconClassName, headingClassName, className }: RowsSkeletonProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {headingClassName && <Skeleton className={cx('ml-2', headingClassName)} />}
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={cx('flex items-start gap-3 border-b border-line px-2 pt-3', rowClassName)}>
          <Skeleton className={iconClassName} />
          <div className="flex-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-3 h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
