/** Vibrates the device at the end of a phase. */
import { mirror } from '../../core/client';
import { vibrate } from '../../platform/haptics';
import { remainingSeconds } from './phases';

/** Vibrates when a phase runs out, but not when it is skipped or finished early. Returns a function that stops it. */
export const vibrateAtPhaseEnd = (): (() => void) =>
  mirror.subscribe((now, { timer: before }) => {
    if (before.state.isActive && now.timer.phase !== before.phase && remainingSeconds(before) <= 1) vibrate('phase_end');
  });
