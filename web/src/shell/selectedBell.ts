import { mirror } from '../core/client';
import { prepareContext } from '../platform/audio-player';
import { preloadBell } from '../platform/sounds';

/** Loads the selected ending sound. Must be called from the user gesture that started the timer. */
export function preloadSelectedBell(): void {
  const { ending_sound, volume } = mirror.getState().preferences;
  if (ending_sound !== 'none' && volume > 0) preloadBell(ending_sound);
}

/** Prepares for the sounds of a timer that may be started soon. */
export async function prepareSelectedSounds(): Promise<void> {
  const { focus_sound, ending_sound, volume } = mirror.getState().preferences;
  if ((focus_sound !== 'none' || ending_sound !== 'none') && volume > 0) prepareContext();
}
