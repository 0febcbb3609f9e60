import * as messages from '../messages/ui';

interface ProgressBarProps {
  label: string;
  value: number;
  max: number;
}

/** A progress bar. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={messages.progress({ value, max })}
      className="h-1.5 overflow-hidden rounded-full bg-hover"
    >
      <div
        className="h-full origin-left rounded-full bg-accent-control transition-transform duration-200 ease-out"
        style={{ transform: `scaleX(${max === 0 ? 0 : value / max})` }}
      />
    </div>
  );
}
