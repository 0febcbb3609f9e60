import { cx } from '../../ui/cx';

interface RoundDotsProps {
  /** How many focus sessions of this round are done. */
  completed: number;
  /** Focus sessions until the long break. */
  rounds: number;
  isFocusing: boolean;
}

/** How far the round has come: a dot for each focus session until the long break. */
export function RoundDots({ completed, rounds, isFocusing }: RoundDotsProps) {
  return (
    <span role="img" aria-label={`${completed} of ${rounds} focus sessions done`} className="flex gap-1.5">
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
