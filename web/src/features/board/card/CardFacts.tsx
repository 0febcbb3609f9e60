import type { CardView } from '@twentyfour/core';
import type { ReactNode } from 'react';
import { useMirror } from '../../../core/hooks';
import { counted } from '../../../ui/words';
import { hoursAndMinutes } from '../../stats/durations';
import { DueMark } from '../DueMark';
import { LabelChip } from '../LabelChip';
import { PriorityMark } from '../priorities';

/** What is to be known of a card at a glance. */
export function CardFacts({ card }: { card: CardView }) {
  const time = useMirror(({ focus_times }) => focus_times.get(card.id));
  return (
    <dl className="flex flex-col gap-3 text-sm">
      <Fact name="Priority">
        <PriorityMark priority={card.priority} />
      </Fact>
      <Fact name="Due">
        {card.due_date ? (
          <DueMark due_date={card.due_date} isDone={card.priority === 'completed'} />
        ) : (
          <span className="text-secondary">No due date</span>
        )}
      </Fact>
      <Fact name="Labels">
        {card.labels.length > 0 ? (
          <span className="flex flex-wrap gap-1.5">
            {card.labels.map((label) => (
              <LabelChip key={label} label={label} />
            ))}
          </span>
        ) : (
          <span className="text-secondary">None</span>
        )}
      </Fact>
      {time && time.focused >= 60 && (
        <Fact name="Focused">
          {hoursAndMinutes(time.focused)} in {counted(time.sessions, 'session')}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-16 shrink-0 text-secondary">{name}</dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  );
}
