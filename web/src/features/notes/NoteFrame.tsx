import type { ReactNode } from 'react';

interface NoteFrameProps {
  back: ReactNode;
  tools?: ReactNode;
  actions: ReactNode;
  /** Fixed content below the scrolling text. */
  below?: ReactNode;
  /** Called when the empty area below the text is pressed. */
  onBackgroundMouseDown?: (() => void) | undefined;
  children: ReactNode;
}

/** The layout of a note: a bar at the top and the scrolling text. */
export function NoteFrame({ back, tools, actions, below, onBackgroundMouseDown, children }: NoteFrameProps) {
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-1 border-b border-line px-2 sm:px-4">
        {back}
        <div className="flex min-w-0 flex-1">{tools}</div>
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
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-6 pb-24 sm:px-8 lg:px-16 lg:pt-10 *:mx-auto *:max-w-[68ch]"
      >
        {children}
      </div>
      {below}
    </>
  );
}
