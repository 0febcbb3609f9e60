import type { ReactNode } from 'react';

interface NoteFrameProps {
  back: ReactNode;
  tools?: ReactNode;
  actions: ReactNode;
  /** What stands below the text, whatever is scrolled. */
  below?: ReactNode;
  /** Called when the empty page below the text is pressed. */
  onBackgroundMouseDown?: (() => void) | undefined;
  children: ReactNode;
}

/** The page of a note: a bar above, and a text that scrolls. */
export function NoteFrame({ back, tools, actions, below, onBackgroundMouseDown, children }: NoteFrameProps) {
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-1 border-b border-line px-2 sm:px-4">
        {back}
        <div className="flex min-w-0 flex-1">{tools}</div>
        {actions}
      </div>
      {/* A way for the pointer only: the keyboard goes to the text itself. */}
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
