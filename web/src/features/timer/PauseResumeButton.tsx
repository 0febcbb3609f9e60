import { Pause, Play } from 'lucide-react';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { pauseTimer, startTimerWithoutPrompt } from './actions';

/** Pauses the running session, or resumes the paused one. */
export function PauseResumeButton({ isActive }: { isActive: boolean }) {
  return (
    <IconButton
      label={isActive ? 'Pause timer' : 'Resume timer'}
      className="text-glass-secondary"
      onClick={isActive ? pauseTimer : startTimerWithoutPrompt}
    >
      <Icon icon={isActive ? Pause : Play} size={16} />
    </IconButton>
  );
}
