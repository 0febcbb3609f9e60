/** Does what the core asks of the shell. It decides nothing and never throws. */
import type { UiEffect } from '@twentyfour/core';
import { showNotification } from './notifications';
import { playSound, stopSounds } from './sounds';
import { showToast } from './toasts';

type Navigate = (path: string, options: { replace: boolean }) => void;

let navigate: Navigate | null = null;

/** Says how to go to a path: the router's way. */
export function setNavigate(go: Navigate): void {
  navigate = go;
}

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
      navigate?.(effect.path, { replace: effect.replace });
      return;
    case 'toast':
      showToast(effect.kind, effect.message);
      return;
    default:
      effect satisfies never;
  }
}
