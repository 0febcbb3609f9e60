import { VolumeX } from 'lucide-react';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import { soundState, unblockSound } from '../../core/sounds';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { IconButton } from '../../ui/IconButton';
import { Icon } from '../../ui/Icon';
import { isHomePath } from './navigation';

const WORDS = 'Sound is blocked. Press to turn it on.';

/** A mark that shows only while the timer runs and the browser holds its sound back; pressing it lets the sound be heard. */
export function SoundBlockedButton() {
  const isBlocked = useStore(soundState, ({ is_blocked }) => is_blocked);
  const isActive = useMirror(({ timer }) => timer.state.isActive);
  // Home says it in words.
  const isHome = isHomePath(useLocation().pathname);
  if (!isBlocked || !isActive || isHome) return null;
  return (
    <IconButton
      label={WORDS}
      title={WORDS}
      onClick={(event) => {
        // The mark goes with what it marks.
        moveFocusBeforeUnmount(event.currentTarget, '#content');
        unblockSound();
      }}
      className="animate-fade text-warning"
    >
      <Icon icon={VolumeX} />
    </IconButton>
  );
}
