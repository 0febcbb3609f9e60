import { Toaster as HotToaster } from 'react-hot-toast';

interface ToasterProps {
  position: 'top-center' | 'bottom-left';
  /** How long every toast stays, in milliseconds; null for the kinds' own times: 4 s, 4 s for errors, 2 s for successes. */
  duration: number | null;
}

/** Shows toasts: at most 20, removed 1 s after they are dismissed, waiting while the pointer rests on them. */
export function Toaster({ position, duration }: ToasterProps) {
  const durationOptions = duration === null ? {} : { duration, loading: { duration: Infinity } };
  return (
    // A dialog hides from screen readers what lies beside it, but no live region, and so not this one around the toasts.
    <div aria-live="off">
      <HotToaster
        position={position}
        // Above the bottom bar of phones, and beside the rail.
        containerClassName="max-md:mb-(--foot) md:left-16!"
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
      />
    </div>
  );
}
