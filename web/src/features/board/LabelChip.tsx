import type { CSSProperties, ReactNode } from 'react';
import { useMirror } from '../../core/hooks';
import { cx } from '../../ui/cx';

/** Returns the color of a label on the open board, or on the board of a public link; null for the default. */
export function useLabelColor(label: string): string | null {
  return useMirror(({ board, public_board }) => (board ?? public_board?.board?.board)?.label_colors.find((one) => one.label === label)?.color ?? null);
}

interface LabelChipProps {
  label: string;
  hasDot?: boolean;
  /** Whether a long label continues on the next line. False by default, which cuts it off. */
  wraps?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A label with a dot in its color and a tint light enough to keep the text readable. */
export function LabelChip({ label, hasDot = true, wraps = false, className, children }: LabelChipProps) {
  const color = useLabelColor(label);
  return (
    <span
      title={label}
      dir="auto"
      style={color ? ({ '--label': color } as CSSProperties) : undefined}
      className={cx(
        'max-w-full min-w-0 rounded-sm px-1.5 py-0.5',
        children ? 'inline-flex items-center gap-1.5' : 'inline-block',
        wraps ? 'wrap-anywhere' : !children && 'truncate',
        color ? 'bg-[color-mix(in_oklab,var(--label)_22%,transparent)]' : 'bg-hover',
        color && hasDot && 'before:inline-block before:size-2 before:shrink-0 before:rounded-full before:bg-(--label)',
        color && hasDot && !children && 'before:me-1.5',
        className,
      )}
    >
      {/* Only beside something else the text needs an element of its own to be truncated. */}
      {children ? <span className={wraps ? 'min-w-0' : 'truncate'}>{label}</span> : label}
      {children}
    </span>
  );
}
