import { classes } from '../../ui/classes';

/** Focus sessions until the long break. */
const ROUND = 4;

/** How far the round has come: a dot for each focus session until the long break. */
export function RoundDots({ completed, isFocusing }: { completed: number; isFocusing: boolean }) {
  return (
    <span role="img" aria-label={`${completed} of ${ROUND} focus sessions done`} className="flex gap-1.5">
      {Array.from({ length: ROUND }, (_, index) => (
        <span
          key={index}
          className={classes(
            'size-2 rounded-full ring-1 ring-photo ring-inset',
            index < completed && 'bg-photo',
            index === completed && isFocusing && 'bg-photo-line',
          )}
        />
      ))}
    </span>
  );
}
