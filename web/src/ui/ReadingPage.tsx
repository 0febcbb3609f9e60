import type { ReactNode } from 'react';
import { cx } from './cx';

const WIDTHS = {
  text: 'max-w-240',
  wide: 'max-w-320',
  /** Large screens have space for more of each column. */
  grid: 'max-w-320 min-[120rem]:max-w-480',
};

interface ReadingPageProps {
  width?: keyof typeof WIDTHS;
  children: ReactNode;
}

/** A reading page: its content on an opaque sheet in front of the wallpaper. */
export function ReadingPage({ width = 'text', children }: ReadingPageProps) {
  return (
    <div className="p-2 sm:p-4 lg:p-6">
      <div className={cx('sheet mx-auto rounded-lg px-3 py-5 sm:px-6 sm:py-8 lg:px-8', WIDTHS[width])}>{children}</div>
    </div>
  );
}
