import { CalendarDays } from 'lucide-react';
import { useMirror, useTimeFormat } from '../../core/hooks';
import { dueWords } from '../../core/times';
import { classes } from '../../ui/classes';
import { Icon } from '../../ui/Icon';
import { dueLook } from './due';

const LOOKS = { overdue: 'text-danger font-medium', today: 'text-warning font-medium', later: 'text-secondary' };
const WORDS = { overdue: 'Overdue since ', today: 'Due ', later: 'Due ' };

/** When a card is due; what is late or due today says so by its colour, and in words to those who cannot see it. */
export function DueMark({ due_date, isDone }: { due_date: string; isDone: boolean }) {
  const format = useTimeFormat();
  const look = useMirror(({ clock }) => (isDone ? 'later' : dueLook(due_date, clock.minute)));
  return (
    <span data-due={look} className={classes('inline-flex items-center gap-1 whitespace-nowrap', LOOKS[look])}>
      <Icon of={CalendarDays} size={14} />
      <span className="sr-only">{WORDS[look]}</span>
      <time dateTime={due_date}>{dueWords(due_date, format)}</time>
    </span>
  );
}
