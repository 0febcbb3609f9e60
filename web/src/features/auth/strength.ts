/** Estimates password strength. It contains large word lists, so it is loaded when the user first types a password. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The maximum password length (core-wasm/src/protocol/text.rs); the time of the estimate grows with the length. */
const MAX_LENGTH = 128;

let estimator: ZxcvbnFactory | null = null;

/**
 * Returns the strength of a password from 0 (guessed immediately) to 4. `userInputs` are words about the user, which
 * count as weak.
 */
export function estimateStrength(password: string, userInputs: readonly string[]): number {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_LENGTH });
  return estimator.check(password.slice(0, MAX_LENGTH), [...userInputs]).score;
}
