/** Test support: states of the timer that take time. */
import type { RealCore } from './real-core';

export const MINUTE = 60_000;

/**
 * Lets a session of an hour end while the device sleeps, until the given minutes after its end. Before, the user was
 * there for a while. The core then asks how much of the session counts.
 */
export async function oversleep(core: RealCore, minutes = 72, attended = 1): Promise<void> {
  core.do({ type: 'set_preferences', update: { focus_minutes: 60 } }, { type: 'start_timer' });
  await core.advance(attended * MINUTE);
  await core.sleep((60 - attended + minutes) * MINUTE);
}

/** Lets a session of a minute run to its end. */
export async function completeSession(core: RealCore): Promise<void> {
  core.do({ type: 'set_preferences', update: { focus_minutes: 1 } }, { type: 'start_timer' });
  await core.advance(MINUTE);
}
