import * as RadixDialog from '@radix-ui/react-dialog';
import * as messages from '../../messages/quick_add';
import { DialogCloseButton } from '../../ui/DialogCloseButton';
import { DialogFrame } from '../../ui/DialogFrame';
import { usePreviousFocus } from '../../ui/focus';
import { QuickAddForm } from './QuickAddForm';
import { QuickAddHelp } from './QuickAddHelp';

interface QuickAddDialogProps {
  due_day: string | null;
  onClose: () => void;
}

/** The dialog of quick add: at the top of the screen, and as wide as it on phones. */
export default function QuickAddDialog({ due_day, onClose }: QuickAddDialogProps) {
  const findPreviousFocus = usePreviousFocus(true);
  return (
    <DialogFrame
      onClose={onClose}
      findFocusTarget={findPreviousFocus}
      // Not by `autoFocus`: an open dialog below traps the focus until this one has mounted, and the browser would lay out the page twice.
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector('textarea')?.focus();
      }}
      className="top-0 max-h-dvh animate-appear max-sm:inset-x-0 max-sm:rounded-b-lg max-sm:pt-[env(safe-area-inset-top)] sm:top-[12dvh] sm:left-1/2 sm:max-h-[80dvh] sm:w-[90%] sm:max-w-160 sm:-translate-x-1/2 sm:rounded-lg"
    >
      <header className="flex items-center gap-1 border-b border-line py-1 pr-2 pl-4">
        <RadixDialog.Title className="flex-1 text-sm font-medium text-secondary">{messages.title()}</RadixDialog.Title>
        <QuickAddHelp />
        <DialogCloseButton />
      </header>
      <QuickAddForm initialDay={due_day} onClose={onClose} />
    </DialogFrame>
  );
}
