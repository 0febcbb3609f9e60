import type { TimerView } from '@twentyfour/core';
import { cx } from '../../ui/cx';
import { isPaused, PHASES, remainingShare } from './phases';

interface PhaseLineProps {
  timer: TimerView;
  /** The class of its size, and of the color of its track. */
  className: string;
}

/**
 * A line as long as the share of the phase that is left, in the phase's color, or in that of the text and fainter while the
 * timer is paused. It is drawn with the digits, once a second. Screen readers get the time instead.
 */
export function PhaseLine({ timer, className }: PhaseLineProps) {
  const share = remainingShare(timer);
  return (
    <span aria-hidden className={cx('block overflow-hidden rounded-full', isPaused(timer) ? 'opacity-70' : PHASES[timer.phase].color, className)}>
      <span
        data-share={share}
        // It moves only when a phase begins, or is changed while the timer stands: a step of a second is too small to be seen.
        className={cx('block size-full rounded-full bg-current', (!timer.state.isActive || share === 1) && 'transition-transform duration-300 ease-out')}
        style={{ transform: `translateX(${(share - 1) * 100}%)` }}
      />
    </span>
  );
}
