import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cx } from './cx';
import { Icon } from './Icon';
import { IconButton } from './IconButton';

interface PagerProps {
  /** What is shown now: "Last week". */
  current: string;
  /** What its two buttons do: "Earlier week". */
  previous: string;
  next: string;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
  className?: string;
}

/** Goes from one to the one before or after it. A button that leads nowhere keeps the focus, so that keys do not get lost. */
export function Pager({ current, previous, next, hasPrevious, hasNext, onPrevious, onNext, className }: PagerProps) {
  return (
    <div className={cx('flex items-center gap-1', className)}>
      <PagerButton label={previous} icon={ChevronLeft} isEnabled={hasPrevious} onPress={onPrevious} />
      <span aria-live="polite" className="digits min-w-24 text-center font-medium whitespace-nowrap">
        {current}
      </span>
      <PagerButton label={next} icon={ChevronRight} isEnabled={hasNext} onPress={onNext} />
    </div>
  );
}

interface PagerButtonProps {
  label: string;
  icon: typeof ChevronLeft;
  isEnabled: boolean;
  onPress: () => void;
}

function PagerButton({ label, icon, isEnabled, onPress }: PagerButtonProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={!isEnabled}
      onClick={() => isEnabled && onPress()}
      className="aria-disabled:cursor-default aria-disabled:opacity-40 aria-disabled:hover:bg-transparent aria-disabled:hover:text-secondary"
    >
      <Icon icon={icon} />
    </IconButton>
  );
}
