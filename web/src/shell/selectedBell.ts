import { mirror } from '../core/client';
import { preloadBell } from '../platform/sounds';

/** Loads the selected ending sound. Must be called from the user gesture that started the timer. */
export function preloadSelectedBell(): void {
  const { ending_sound, volume } = mirror.getState().preferences;
  if (ending_sound !== 'none' && volume > 0) preloadBell(ending_sound);
}
