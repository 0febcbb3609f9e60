import { type Toast, ToastBar, Toaster as HotToaster } from 'react-hot-toast';
import { dismissToast, findActionToast } from '../platform/toasts';
import { ActionToast } from './ActionToast';
import { cx } from './cx';

interface ToasterProps {
  position: 'top-center' | 'bottom-left';
  /** The duration of every toast in milliseconds; null for the defaults: 4 s, 2 s for successes. */
  duration: number | null;
  /** Whether the navigation rail is beside the toasts on wide screens. */
  isBesideRail?: boolean;
}

/** Shows toasts: at most 20, removed 1 s after they are dismissed, paused while the pointer hovers over them. */
export function Toaster({ position, duration, isBesideRail = true }: ToasterProps) {
  const durationOptions = duration === null ? {} : { duration, loading: { duration: Infinity } };
  return (
    // A dialog hides its siblings from screen readers except live regions, so this keeps the toasts accessible.
    <div aria-live="off">
      <HotToaster
        position={position}
        // Above the bottom bar on phones.
        containerClassName={cx('max-md:mb-(--foot)', isBesideRail && 'md:left-16!')}
        toastOptions={{
          ...durationOptions,
          removeDelay: 1000,
          style: {
            maxWidth: 350,
            background: 'var(--raised)',
            color: 'var(--global-text-primary)',
            boxShadow: 'var(--shadow), inset 0 0 0 1px var(--global-border)',
            borderRadius: 10,
          },
        }}
      >
        {(toast) => <ToastBar toast={withDirection(withButton(toast))} position={position} />}
      </HotToaster>
    </div>
  );
}

/** Returns a toast with its button drawn beside its message, if it has one. */
function withButton(toast: Toast): Toast {
  const shown = findActionToast(toast);
  if (!shown) return toast;
  const dismiss = () => dismissToast(toast.id);
  const act = () => {
    dismiss();
    shown.onAction();
  };
  return { ...toast, message: <ActionToast {...shown} onAction={act} onDismiss={shown.isDismissible ? dismiss : undefined} /> };
}

/** Returns a toast whose direction follows its text. The library sets the attributes on the element of the message. */
const withDirection = (toast: Toast): Toast => ({ ...toast, ariaProps: Object.assign({ dir: 'auto' }, toast.ariaProps) });
