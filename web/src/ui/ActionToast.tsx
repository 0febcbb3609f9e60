import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import * as common from '../messages/common';
import { Icon } from './Icon';

interface ActionToastProps {
  message: ReactNode;
  /** The label of the button. */
  action: string;
  onAction: () => void;
  /** Shows a close button on a toast that stays until it is dismissed. */
  onDismiss?: (() => void) | undefined;
}

/** The content of a toast with an action button. */
export function ActionToast({ message, action, onAction, onDismiss }: ActionToastProps) {
  return (
    <span className="flex items-center gap-2">
      <span dir="auto" className="min-w-0 flex-1">{message}</span>
      <button
        type="button"
        onClick={onAction}
        className="-my-1.5 h-8 shrink-0 rounded-sm px-2 font-semibold text-accent-text transition-colors duration-120 hover:bg-hover coarse:h-11 coarse:px-3"
      >
        {action}
      </button>
      {onDismiss && (
        <button
          type="button"
          aria-label={common.dismiss()}
          onClick={onDismiss}
          className="-my-1.5 -mr-1.5 grid size-8 shrink-0 place-items-center rounded-sm text-secondary transition-colors duration-120 hover:bg-hover hover:text-primary coarse:size-11"
        >
          <Icon icon={X} size={16} />
        </button>
      )}
    </span>
  );
}
