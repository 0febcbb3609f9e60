import type { SessionKind } from '@twentyfour/core';
import { mirror } from '../../core/client';
import { remainingSeconds } from './phases';

/**
 * Calls back with each phase that runs out while the page is open, but not when one is skipped or finished early. Returns
 * a function that stops it.
 */
export const onPhaseEnd = (call: (ended: SessionKind) => void): (() => void) =>
  mirror.subscribe((now, { timer: before }) => {
    if (before.state.isActive && now.timer.phase !== before.phase && remainingSeconds(before) <= 1) call(before.phase);
  });
