import { isMotionReduced } from './motion';

/** What a vibration is for. */
export type Haptic = 'drop' | 'complete' | 'phase_end';

/** Milliseconds of vibration and of the gaps between them. */
const PATTERNS: Record<Haptic, number[]> = { drop: [10], complete: [15], phase_end: [40, 80, 40] };

/** Vibrates the device shortly, where the browser offers it and motion is not reduced. */
export function vibrate(kind: Haptic) {
  // Safari has no vibration. Chromium refuses it, with a warning, until the page was touched or clicked.
  if (!('vibrate' in navigator) || navigator.userActivation?.hasBeenActive === false) return;
  if (isMotionReduced()) return;
  navigator.vibrate(PATTERNS[kind]);
}
