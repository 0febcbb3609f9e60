import { Pause, Play } from 'lucide-react';
import * as messages from '../../messages/timer';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { pauseTimer, startTimerWithoutPrompt } from './actions';

/** Pauses the running session, or resumes the paused one. */
export function PauseResumeButton({ isActive }: { isActive: boolean }) {
  return (
    <IconButton
      label={isActive ? messages.pauseTimer() : messages.resumeTimer()}
      className="text-glass-secondary"
      onClick={isActive ? pauseTimer : startTimerWithoutPrompt}
    >
      <Icon icon={isActive ? Pause : Play} size={16} />
    </IconButton>
  );
}
