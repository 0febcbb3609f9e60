import type { CSSProperties, ReactNode } from 'react';
import { usePreviousFocus } from './focus';
import { LazyPanel } from './LazyPanel';
import { lazyComponent } from './lazyComponent';

const DialogPanel = lazyComponent(() => import('./DialogPanel'));

export const preloadDialog = DialogPanel.preload;

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Styles of the title, such as a ring around it. */
  titleStyle?: CSSProperties;
  /** A field for the title, shown instead of it. The dialog keeps its name. */
  titleField?: ReactNode;
  /** A sentence below the title. */
  description?: string;
  /** Whether a click outside the dialog closes it. True by default. */
  closesOnBackdrop?: boolean;
  /** `wide` for content to read and work on; `medium` for a question or a short form. */
  size?: 'medium' | 'wide';
  /** Whether the top edge stays in place while the content grows, so that nothing moves under the pointer. False by default. */
  isTopFixed?: boolean;
  /** Content before the title. */
  leading?: ReactNode;
  /** A line above the title, hidden from screen readers. */
  eyebrow?: ReactNode;
  /** Content that stays visible below the scrolling part. */
  footer?: ReactNode;
  /** Whether the scrolling part takes the focus itself, because it contains nothing but text. */
  isScrollFocusable?: boolean;
  /** Whether a text field gets the focus on touch screens, which opens their keyboard. True by default. */
  opensKeyboard?: boolean;
  /** Returns the element to focus after closing; the previously focused one by default. */
  getCloseFocusTarget?: () => HTMLElement | null;
  children: ReactNode;
}

/** A dialog of at most 500 px (920 px if wide) and 90 % of the width; a bottom sheet on phones. Closes on Escape. */
export function Dialog(props: DialogProps) {
  const { open, onClose } = props;
  const findPreviousFocus = usePreviousFocus(open);
  return (
    <LazyPanel component={DialogPanel} open={open} onClose={onClose}>
      <DialogPanel {...props} findPreviousFocus={findPreviousFocus} />
    </LazyPanel>
  );
}
