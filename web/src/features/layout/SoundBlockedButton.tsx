import { VolumeX } from 'lucide-react';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import { soundState, unblockSound } from '../../platform/audio-player';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { isHomePath } from './destinations';

/** A button shown only while the timer runs and the browser blocks its sound; pressing it unblocks the sound. */
export function SoundBlockedButton() {
  const isBlocked = useStore(soundState, (state) => state.isBlocked);
  const isActive = useMirror(({ timer }) => timer.state.isActive);
  // Home shows a text instead.
  const isHome = isHomePath(useLocation().pathname);
  if (!isBlocked || !isActive || isHome) return null;
  return (
    <IconButton
      label={common.turnOnSound()}
      title={common.turnOnSound()}
      onClick={(event) => {
        // Pressing it removes the button, so the focus is moved before.
        moveFocusBeforeUnmount(event.currentTarget, '#content');
        unblockSound();
      }}
      className="animate-fade text-warning"
    >
      <Icon icon={VolumeX} />
    </IconButton>
  );
}
