import type { Id } from '@twentyfour/core';
import { Pause, Play } from 'lucide-react';
import { mirror } from '../../core/client';
import { classes } from '../../ui/classes';
import { Icon } from '../../ui/Icon';
import { FOCUS_WORDS, focusOn, type Standing } from './focus';

interface FocusButtonProps {
  id: Id;
  title: string;
  standing: Standing;
}

/** Starts the timer for a card in one press. It shows as the card's options do, and stays in sight while the timer runs for it. */
export function FocusButton({ id, title, standing }: FocusButtonProps) {
  const isOn = standing === 'running' || standing === 'paused';
  return (
    <button
      type="button"
      aria-label={`${FOCUS_WORDS[standing]}: ${title}`}
      title={FOCUS_WORDS[standing]}
      onClick={() => focusOn(id, mirror.getState().board?.id, standing)}
      className={classes(
        'grid size-7 place-items-center rounded-sm group-hover:bg-(--card-bg-hover) group-hover:opacity-100 hover:text-primary focus-visible:bg-(--card-bg-hover) focus-visible:opacity-100 coarse:size-11 coarse:bg-transparent! coarse:opacity-100',
        isOn ? 'text-accent-text' : 'text-secondary opacity-0',
      )}
    >
      <Icon of={standing === 'running' ? Pause : Play} size={16} />
    </button>
  );
}
