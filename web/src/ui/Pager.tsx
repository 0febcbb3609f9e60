import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cx } from './cx';
import { Icon } from './Icon';
import { IconButton } from './IconButton';

interface PagerProps {
  /** The current page: "Last week". */
  current: string;
  /** The accessible labels of the buttons: "Earlier week". */
  previous: string;
  next: string;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
  className?: string;
}

/**
 * Two buttons for the previous and the next page. A disabled button keeps the focus, so that keyboard input is not
 * lost.
 */
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
