import type { CSSProperties, ReactNode } from 'react';
import { useMirror } from '../../core/hooks';
import { cx } from '../../ui/cx';

/** Returns the open board's color for a label; null for the default. */
export function useLabelColor(label: string): string | null {
  return useMirror(({ board }) => board?.label_colors.find((one) => one.label === label)?.color ?? null);
}

interface LabelChipProps {
  label: string;
  hasDot?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A label with a dot in its color and a tint light enough to keep the text readable. */
export function LabelChip({ label, hasDot = true, className, children }: LabelChipProps) {
  const color = useLabelColor(label);
  return (
    <span
      title={label}
      style={color ? ({ '--label': color } as CSSProperties) : undefined}
      className={cx(
        'inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-sm px-1.5 py-0.5',
        color ? 'bg-[color-mix(in_oklab,var(--label)_22%,transparent)]' : 'bg-hover',
        className,
      )}
    >
      {color && hasDot && <span aria-hidden className="size-2 shrink-0 rounded-full bg-(--label)" />}
      <span className="truncate">{label}</span>
      {children}
    </span>
  );
}
