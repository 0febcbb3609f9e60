import type { ReactNode } from 'react';
import { cx } from '../../ui/cx';
import { useRootAttribute } from '../../ui/useRootAttribute';

interface NoteFrameProps {
  back: ReactNode;
  tools?: ReactNode;
  actions: ReactNode;
  /** Whether only the text is shown, without the list and the navigation. */
  isFocusMode?: boolean;
  /** Fixed content below the scrolling text. */
  below?: ReactNode;
  /** Called when the empty area below the text is pressed. */
  onBackgroundMouseDown?: (() => void) | undefined;
  children: ReactNode;
}

/** The layout of a note: a bar at the top and the scrolling text. */
export function NoteFrame({ back, tools, actions, isFocusMode = false, below, onBackgroundMouseDown, children }: NoteFrameProps) {
  useRootAttribute('data-focus-mode', isFocusMode);
  return (
    <>
      <div
        className={cx('flex h-14 shrink-0 print:hidden items-center gap-1 border-b px-2 sm:px-4', isFocusMode ? 'border-transparent' : 'border-line')}
      >
        {back}
        <div className="flex min-w-0 flex-1 items-center">{tools}</div>
        {actions}
      </div>
      {/* For the pointer only: keyboard users focus the text itself. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        onMouseDown={(event) => {
          if (!onBackgroundMouseDown || event.button !== 0 || event.target !== event.currentTarget) return;
          event.preventDefault();
          onBackgroundMouseDown();
        }}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-6 pb-24 sm:px-8 lg:px-16 lg:pt-10 *:mx-auto *:max-w-[34rem]"
      >
        {children}
      </div>
      {below}
    </>
  );
}
