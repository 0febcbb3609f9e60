import { useEffect, useState } from 'react';
import { cx } from '../../ui/cx';

/** How long the typing rests before the strength is told, in milliseconds: not at every key, or it would be read out at each. */
const DEBOUNCE_MS = 250;

/** The words for the strengths 0 to 4. */
const WORDS = ['Weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;

/** What the segments wear, by how many of them are filled. */
const COLORS = ['', 'bg-danger', 'bg-warning-mark', 'bg-accent', 'bg-accent'] as const;

const SEGMENTS = [1, 2, 3, 4] as const;

interface PasswordStrengthProps {
  password: string;
  /** What somebody who knows the person would try first: their name, their email. */
  userInputs: readonly string[];
}

/** How strong a password is, in four segments and a word. It advises only: what may be a password is said by the core and the server. */
export function PasswordStrength({ password, userInputs }: PasswordStrengthProps) {
  const strength = useStrength(password, userInputs);
  const filled = strength === null ? 0 : Math.max(strength, 1);
  return (
    <div className="flex h-5 items-center gap-3">
      <div aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {SEGMENTS.map((segment) => (
          <span
            key={segment}
            className={cx('h-1 rounded-full transition-colors duration-200', segment <= filled ? COLORS[filled] : 'bg-hover')}
          />
        ))}
      </div>
      <p aria-live="polite" className="min-w-12 text-right text-sm text-glass-secondary">
        {strength !== null && (
          <>
            <span className="sr-only">Password strength: </span>
            {WORDS[strength]}
          </>
        )}
      </p>
    </div>
  );
}

/** The strength, 0 to 4; null while it is not known, which it stays where its lists cannot be loaded. */
function useStrength(password: string, userInputs: readonly string[]): number | null {
  const [strength, setStrength] = useState<number | null>(null);
  const known = JSON.stringify(userInputs);
  useEffect(() => {
    let isOutdated = false;
    const loading = password === '' ? null : import('./strength').catch(() => null);
    const pause = setTimeout(async () => {
      const estimator = await loading;
      if (!isOutdated) setStrength(estimator && estimator.estimateStrength(password, JSON.parse(known)));
    }, DEBOUNCE_MS);
    return () => {
      isOutdated = true;
      clearTimeout(pause);
    };
  }, [password, known]);
  return password === '' ? null : strength;
}
