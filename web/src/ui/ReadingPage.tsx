import type { ReactNode } from 'react';
import { cx } from './cx';

/** A reading page: its content on an opaque sheet in front of the wallpaper. */
export function ReadingPage({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <div data-reading-page className="p-2 sm:p-6">
      <div className={cx('sheet mx-auto rounded-lg px-3 py-5 sm:px-8 sm:py-8', isWide ? 'max-w-320' : 'max-w-240')}>{children}</div>
    </div>
  );
}
