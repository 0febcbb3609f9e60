import { Volume2, VolumeX } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/timer';
import { soundState, unblockSound } from '../../platform/audio-player';
import { notificationPermission } from '../../shell/notificationPrompt';
import { buttonClassName } from '../../ui/Button';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { MAIN_BUTTON_SELECTOR } from './TimerControls';

function unblock(event: MouseEvent<HTMLElement>): void {
  moveFocusBeforeUnmount(event.currentTarget, MAIN_BUTTON_SELECTOR);
  unblockSound();
}

/** Warnings about notifications or sounds that do not work, each with a solution; empty if everything works. */
export function TimerWarnings({ isActive }: { isActive: boolean }) {
  const { isBlocked, failed } = useStore(soundState);
  const hasFailed = useMirror(({ preferences: { focus_sound, ending_sound } }) =>
    [focus_sound, ending_sound].some((sound) => sound !== 'none' && failed.has(sound)),
  );
  const { permission, wasAsked } = useStore(notificationPermission);
  return (
    <div role="status" className="flex flex-col items-center gap-2 text-center">
      {isBlocked && (
        <button type="button" onClick={unblock} className={buttonClassName('photo')}>
          <Icon icon={Volume2} size={16} />
          {common.turnOnSound()}
        </button>
      )}
      {hasFailed && !isBlocked && (
        <p className="flex on-photo items-center gap-2">
          <Icon icon={VolumeX} size={16} />
          {messages.soundFailed()}
        </p>
      )}
      {!isActive && !wasAsked && permission === 'default' && (
        <p className="max-w-[44ch] on-photo text-balance short:text-sm">{messages.notificationsWillAsk()}</p>
      )}
      {wasAsked && permission === 'denied' && (
        <p className="max-w-[44ch] on-photo text-balance">{messages.notificationsOff()}</p>
      )}
    </div>
  );
}
