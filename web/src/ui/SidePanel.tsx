import * as RadixDialog from '@radix-ui/react-dialog';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import * as common from '../messages/common';
import { cx } from './cx';
import { DialogFrame } from './DialogFrame';
import { DialogHeader, dialogTitleClassName } from './DialogHeader';
import { usePreviousFocus } from './focus';
import { Icon } from './Icon';
import { IconButton } from './IconButton';

interface SidePanelProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Returns to the panel's previous content; without it there is no back arrow. */
  onBack?: (() => void) | undefined;
  children: ReactNode;
}

/** A panel of 24rem that slides in from the right in 0.3 s; a bottom sheet on phones. Closes on Escape and on a click outside. */
export function SidePanel({ open, onClose, title, onBack, children }: SidePanelProps) {
  const findPreviousFocus = usePreviousFocus(open);
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      findFocusTarget={findPreviousFocus}
      overlayClassName="bg-[rgb(5_8_12/0.4)]"
      isSheet
      className={cx(
        'max-sm:inset-x-0 max-sm:bottom-0 max-sm:h-[92dvh] max-sm:rounded-t-lg max-sm:data-[state=closed]:animate-sink max-sm:data-[state=open]:animate-rise',
        'sm:inset-y-0 sm:right-0 sm:w-[24rem] sm:data-[state=closed]:animate-slide-out sm:data-[state=open]:animate-slide-in',
      )}
    >
      <DialogHeader
        leading={
          onBack && (
            <IconButton label={common.back()} onClick={onBack}>
              <Icon icon={ArrowLeft} />
            </IconButton>
          )
        }
      >
        <RadixDialog.Title className={dialogTitleClassName}>{title}</RadixDialog.Title>
      </DialogHeader>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-2 pb-[max(1.5rem,env(safe-area-inset-bottom))]">{children}</div>
    </DialogFrame>
  );
}
