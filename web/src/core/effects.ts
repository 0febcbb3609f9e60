/** Runs the core's effects. It makes no decisions and never throws. */
import type { Id, Intent, Rejection, UiEffect } from '@twentyfour/core';
import { downloadUrl, downloadText } from '../platform/download';
import { navigate } from '../platform/navigation';
import { showNotification, showReminder } from '../platform/notifications';
import { playEnding, playLoop, stopSounds } from '../platform/sounds';
import { dismissErrors, showToast, showReminderToast } from '../platform/toasts';
import { finishCall } from './server-calls';
import { showServerResults } from './server-results';

type Dispatch = (intent: Intent) => Rejection | null;

/** Undoes the change of a toast. The change may have been undone by other means, which nothing else would say. */
function undoChange(change_id: Id, dispatch: Dispatch): void {
  const rejection = dispatch({ type: 'undo', change_id });
  if (rejection) showToast('error', rejection.message, null);
}

/** Runs one effect. `dispatch` receives the intents of the buttons in toasts. */
export function runEffect(effect: UiEffect, dispatch: Dispatch): void {
  switch (effect.type) {
    case 'play_loop':
      if (effect.sound !== 'none') playLoop(effect.sound, effect.volume);
      return;
    case 'play_ending':
      if (effect.sound !== 'none') playEnding(effect.sound, effect.volume);
      return;
    case 'stop_sounds':
      stopSounds();
      return;
    case 'download':
      downloadText(effect.name, effect.media_type, effect.text);
      return;
    case 'download_address':
      downloadUrl(effect.name, effect.address);
      return;
    case 'leave':
      location.assign(effect.address);
      return;
    case 'notify':
      showNotification(effect.body);
      return;
    case 'navigate':
      navigate(effect.path, effect.replace);
      return;
    case 'toast': {
      const { kind, message, undo } = effect;
      // Swiping card after card shows the same message again.
      showToast(kind, message, undo === null ? null : () => undoChange(undo, dispatch), message);
      return;
    }
    case 'dismiss_errors':
      dismissErrors();
      return;
    case 'search_response':
      showServerResults(effect);
      return;
    case 'server_response':
      finishCall(effect);
      return;
    case 'remind': {
      const open = () => navigate(effect.path, false);
      showReminderToast(effect.message, effect.path, open);
      showReminder(effect.message, effect.path);
      return;
    }
    default:
      effect satisfies never;
  }
}
