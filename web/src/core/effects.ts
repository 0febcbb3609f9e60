/** Does what the core asks of the shell. It decides nothing and never throws. */
import type { Intent, UiEffect } from '@twentyfour/core';
import { navigate } from './navigation';
import { showNotification, showReminder } from './notifications';
import { playSound, stopSounds } from './sounds';
import { showToast, showReminderToast } from './toasts';

/** Runs one effect. What a toast's button asks for goes back to the core through `dispatch`. */
export function runEffect(effect: UiEffect, dispatch: (intent: Intent) => unknown): void {
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
    case 'toast': {
      const { kind, message, undo } = effect;
      showToast(kind, message, undo === null ? null : () => dispatch({ type: 'undo', change_id: undo }));
      return;
    }
    case 'remind': {
      const open = () => navigate(effect.path, false);
      showReminderToast(effect.message, effect.path, open);
      showReminder(effect.message, effect.path, open);
      return;
    }
    default:
      effect satisfies never;
  }
}
