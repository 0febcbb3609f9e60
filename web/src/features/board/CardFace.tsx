import type { CardView } from '@twentyfour/core';
import { Bell, MessageSquare, SquareCheck, TextAlignStart, Timer } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { classes } from '../../ui/classes';
import { Icon } from '../../ui/Icon';
import { counted } from '../../ui/words';
import { hoursAndMinutes } from '../stats/durations';
import { DueMark } from './DueMark';
import type { CardFocus } from './focus';
import { LabelChip } from './LabelChip';
import { PriorityMark } from './priorities';

interface CardFaceProps extends CardFocus {
  card: CardView;
  details_id: string;
}

/** What a card shows on its board: its title, and below it only what there is to say. */
export const CardFace = memo(function CardFace({ card, details_id, focused, standing }: CardFaceProps) {
  const isDone = card.priority === 'completed';
  return (
    <>
      {card.labels.length > 0 && (
        <div className="mb-1.5 flex flex-wrap gap-1 text-xs">
          {card.labels.map((label) => (
            <LabelChip key={label} label={label} className={isDone ? 'opacity-60' : ''} />
          ))}
        </div>
      )}
      <p className={classes('line-clamp-6 pr-5 coarse:pr-18', isDone && 'text-secondary line-through')}>{card.title}</p>
      <div id={details_id} className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-secondary">
        <PriorityMark priority={card.priority} />
        {card.due_date && <DueMark due_date={card.due_date} isDone={isDone} />}
        {card.has_description && <Mark icon={<Icon of={TextAlignStart} size={14} />} words="Has a description" />}
        {card.subtasks > 0 && (
          <Mark
            icon={<Icon of={SquareCheck} size={14} />}
            words={`${card.subtasks_done} of ${counted(card.subtasks, 'sub-task')} done`}
            shown={`${card.subtasks_done}/${card.subtasks}`}
            isLit={card.subtasks_done === card.subtasks}
          />
        )}
        {card.comments > 0 && (
          <Mark
            icon={<Icon of={MessageSquare} size={14} />}
            words={counted(card.comments, 'comment')}
            shown={card.comments.toLocaleString('en')}
          />
        )}
        {card.reminders > 0 && <Mark icon={<Icon of={Bell} size={14} />} words={counted(card.reminders, 'reminder')} />}
        {standing === 'running' && <Mark icon={<Icon of={Timer} size={14} />} words="Focusing" shown="Focusing" isLit />}
        {standing === 'paused' && <Mark icon={<Icon of={Timer} size={14} />} words="Timer paused" shown="Paused" />}
        {/* Less than a minute reads as nothing. */}
        {focused >= 60 && (
          <Mark
            icon={standing === 'running' || standing === 'paused' ? null : <Icon of={Timer} size={14} />}
            words={`${hoursAndMinutes(focused)} focused`}
            shown={hoursAndMinutes(focused)}
          />
        )}
      </div>
    </>
  );
});

interface MarkProps {
  icon: ReactNode;
  /** What it means, for those who do not see it and those who ask. */
  words: string;
  shown?: string;
  isLit?: boolean;
}

function Mark({ icon, words, shown, isLit = false }: MarkProps) {
  return (
    <span title={words} className={classes('digits inline-flex items-center gap-1', isLit && 'text-accent-text')}>
      {icon}
      <span className="sr-only">{words}</span>
      {shown !== undefined && <span aria-hidden>{shown}</span>}
    </span>
  );
}
