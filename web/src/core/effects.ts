/** Does what the core asks of the shell. It decides nothing and never throws. */
import type { UiEffect } from '@twentyfour/core';
import { navigate } from './navigation';
import { showNotification } from './notifications';
import { playSound, stopSounds } from './sounds';
import { showToast } from './toasts';

export function runEffect(effect: UiEffect): void {
  switch (effect.type) {
    case 'play_sound':
      void playSound(effect.sound);
      return;
    case 'stop_sounds':
      stopSounds();
      return;
    case 'notify':
      showNotification(effect.body);
      return;
    case 'navigate':
      navigate(effect.path, effect.replace);
      return;
    case 'toast':
      showToast(effect.kind, effect.message);
      return;
    default:
      effect satisfies never;
  }
}
