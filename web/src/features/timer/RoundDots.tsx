import * as messages from '../../messages/timer';
import { cx } from '../../ui/cx';

interface RoundDotsProps {
  /** The number of focus sessions done in this round. */
  completed: number;
  /** The number of focus sessions until the long break. */
  rounds: number;
  isFocusing: boolean;
}

/** The progress of the round: a dot for each focus session until the long break. */
export function RoundDots({ completed, rounds, isFocusing }: RoundDotsProps) {
  return (
    <span role="img" aria-label={messages.roundProgress({ completed, rounds })} className="flex gap-1.5">
      {Array.from({ length: rounds }, (_, index) => (
        <span
          key={index}
          className={cx(
            'size-2 rounded-full ring-1 ring-photo ring-inset',
            index < completed && 'bg-photo',
            index === completed && isFocusing && 'bg-photo-line',
          )}
        />
      ))}
    </span>
  );
}
