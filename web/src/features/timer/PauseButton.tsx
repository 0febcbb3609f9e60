import { Pause, Play } from 'lucide-react';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { pauseTimer, startTimerUnasked } from './actions';

/** Pauses the running session, or resumes the paused one. */
export function PauseButton({ isActive }: { isActive: boolean }) {
  return (
    <IconButton
      label={isActive ? 'Pause timer' : 'Resume timer'}
      className="text-glass-secondary"
      onClick={isActive ? pauseTimer : startTimerUnasked}
    >
      <Icon of={isActive ? Pause : Play} size={16} />
    </IconButton>
  );
}
