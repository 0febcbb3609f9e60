import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PasswordStrength } from './PasswordStrength';
import { estimateStrength } from './strength';

const PERSON = ['Ada', 'Byron', 'ada@example.com'];

describe('the strength of a password', () => {
  it('grows with the number of guesses', () => {
    const passwords = ['password', 'qwerty12', 'sunny garden 7', 'correct horse battery staple'];
    const strengths = passwords.map((password) => estimateStrength(password, []));
    expect(strengths).toEqual(strengths.toSorted());
    expect([strengths[0], strengths.at(-1)]).toEqual([0, 4]);
  });

  it('is low for the user’s own data', () => {
    expect(estimateStrength('ada@example.com', [])).toBeGreaterThan(estimateStrength('ada@example.com', PERSON));
    expect(estimateStrength('adabyron', PERSON)).toBeLessThan(2);
  });

  it('is estimated quickly for any length', () => {
    expect(estimateStrength('aB3 '.repeat(100_000), PERSON)).toBeGreaterThanOrEqual(0);
  });

  it('is announced politely and cleared with the password', async () => {
    const { container, rerender } = render(<PasswordStrength password="" userInputs={PERSON} />);
    const region = container.querySelector('[aria-live="polite"]');
    expect(region).toBeEmptyDOMElement();
    rerender(<PasswordStrength password="adabyron" userInputs={PERSON} />);
    expect(await screen.findByText('Weak', {}, { timeout: 10_000 })).toBeVisible();
    expect(region).toHaveTextContent('Password strength: Weak');
    rerender(<PasswordStrength password="correct horse battery staple" userInputs={PERSON} />);
    expect(await screen.findByText('Strong')).toBeVisible();
    rerender(<PasswordStrength password="" userInputs={PERSON} />);
    expect(region).toBeEmptyDOMElement();
  });
});
