import type { ReactNode } from 'react';
import { cx } from './cx';
import { DialogCloseButton } from './DialogCloseButton';

/** The styles of the title of a dialog or a side panel. */
export const dialogTitleClassName = 'text-lg font-semibold tracking-tight';

interface DialogHeaderProps {
  /** A button before the title. */
  leading?: ReactNode;
  /** The title and what belongs to it. */
  children: ReactNode;
}

/** The header of a dialog or a side panel, with the button that closes it. */
export function DialogHeader({ leading, children }: DialogHeaderProps) {
  return (
    <header className={cx('flex items-start gap-3 pt-4 pr-3', leading ? 'pl-4' : 'pl-6')}>
      {leading}
      <div className="min-w-0 flex-1 py-1">{children}</div>
      <DialogCloseButton />
    </header>
  );
}
