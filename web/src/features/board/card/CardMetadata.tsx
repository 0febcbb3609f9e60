import type { CardView } from '@twentyfour/core';
import type { ReactNode } from 'react';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { formatDuration } from '../../../platform/format/durations';
import { DueDateBadge } from '../DueDateBadge';
import { LabelChip } from '../LabelChip';
import { PriorityBadge } from '../priorities';

/** The metadata of a card. */
export function CardMetadata({ card }: { card: CardView }) {
  const time = useMirror(({ focus_times }) => focus_times.get(card.id));
  return (
    <dl className="flex flex-col gap-3 text-sm">
      <MetadataRow name={common.priority()}>
        <PriorityBadge priority={card.priority} />
      </MetadataRow>
      <MetadataRow name={messages.due()}>
        {card.due_date ? (
          <DueDateBadge due_date={card.due_date} due_status={card.due_status} />
        ) : (
          <span className="text-secondary">{common.noDueDate()}</span>
        )}
      </MetadataRow>
      <MetadataRow name={common.labels()}>
        {card.labels.length > 0 ? (
          <span className="flex flex-wrap gap-1.5">
            {card.labels.map((label) => (
              <LabelChip key={label} label={label} />
            ))}
          </span>
        ) : (
          <span className="text-secondary">{messages.noLabels()}</span>
        )}
      </MetadataRow>
      {time && (
        <MetadataRow name={common.focused()}>
          {messages.focusSessions({ duration: formatDuration(time.focused), count: time.sessions })}
        </MetadataRow>
      )}
    </dl>
  );
}

function MetadataRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-16 shrink-0 text-secondary">{name}</dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  );
}
