import { useEffect, useState } from 'react';
import * as accountForms from '../../messages/account_forms';
import { cx } from '../../ui/cx';
import { srOnly } from '../../ui/srOnly';

/** The debounce of the strength estimate, in milliseconds, so that screen readers do not announce it at every key. */
const DEBOUNCE_MS = 250;

/** The labels of the strengths 0 to 4. */
const LABELS = [
  accountForms.strengthWeak,
  accountForms.strengthWeak,
  accountForms.strengthFair,
  accountForms.strengthGood,
  accountForms.strengthStrong,
] as const;

/** The segments' styles, by how many of them are filled. */
const COLORS = ['', 'bg-danger', 'bg-warning-mark', 'bg-accent-control', 'bg-accent-control'] as const;

const SEGMENTS = [1, 2, 3, 4] as const;

interface PasswordStrengthProps {
  password: string;
  /** Words about the user that are easy to guess: their name, their email. */
  userInputs: readonly string[];
}

/**
 * The strength of a password in four segments and a word. It is only advice: the core and the server validate
 * passwords.
 */
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
        {strength !== null && accountForms.strength({ strength: LABELS[strength]?.() ?? '', srOnly })}
      </p>
    </div>
  );
}

/** Returns the strength from 0 to 4, or null while it is unknown or if the word lists cannot be loaded. */
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
