/** How hard a password is to guess. It brings long lists of words along, so it is loaded when a password is first typed. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** No password is longer (core-wasm/src/protocol/text.rs), and the time that it takes grows with the length. */
const MAX_LENGTH = 128;

let estimator: ZxcvbnFactory | null = null;

/** Returns the strength of a password from 0 (guessed at once) to 4. `userInputs` are words about the user, which count as weak. */
export function estimateStrength(password: string, userInputs: readonly string[]): number {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_LENGTH });
  return estimator.check(password.slice(0, MAX_LENGTH), [...userInputs]).score;
}
