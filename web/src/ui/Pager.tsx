import { ChevronLeft, ChevronRight } from 'lucide-react';
import { classes } from './classes';
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
    <div className={classes('flex items-center gap-1', className)}>
      <Step label={previous} icon={ChevronLeft} isPossible={hasPrevious} onPress={onPrevious} />
      <span aria-live="polite" className="digits min-w-24 text-center font-medium whitespace-nowrap">
        {current}
      </span>
      <Step label={next} icon={ChevronRight} isPossible={hasNext} onPress={onNext} />
    </div>
  );
}

interface StepProps {
  label: string;
  icon: typeof ChevronLeft;
  isPossible: boolean;
  onPress: () => void;
}

function Step({ label, icon, isPossible, onPress }: StepProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={!isPossible}
      onClick={() => isPossible && onPress()}
      className="aria-disabled:cursor-default aria-disabled:opacity-40 aria-disabled:hover:bg-transparent aria-disabled:hover:text-secondary"
    >
      <Icon of={icon} />
    </IconButton>
  );
}
