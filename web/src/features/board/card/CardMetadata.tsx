import type { CardView } from '@twentyfour/core';
import type { ReactNode } from 'react';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { formatDuration } from '../../../platform/format/durations';
import { memberName } from '../../../shell/memberName';
import { DueDateBadge } from '../DueDateBadge';
import { LabelChip } from '../LabelChip';
import { PriorityBadge } from '../priorities';

/** The shortest focus time of a member that is shown, in milliseconds. */
const MIN_SHOWN_MS = 60_000;

/** The metadata of a card. */
export function CardMetadata({ card }: { card: CardView }) {
  const time = useMirror(({ focus_times }) => focus_times.get(card.id));
  const shared = useMirror(({ open_card }) => (open_card?.id === card.id ? open_card.shared_focus : undefined)) ?? [];
  const members = useMirror(({ board }) => board?.members) ?? [];
  const sharing = shared.flatMap(({ user_id, focused }) => {
    const member = members.find((one) => one.user_id === user_id);
    return member && focused >= MIN_SHOWN_MS ? [{ user_id, name: memberName(member), duration: formatDuration(focused / 1_000) }] : [];
  });
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
      {sharing.length > 0 && (
        <MetadataRow name={messages.memberFocus()}>
          <ul className="flex flex-col gap-1">
            {sharing.map(({ user_id, name, duration }) => (
              <li key={user_id} className="wrap-anywhere">
                {messages.memberFocusEntry({ name, duration })}
              </li>
            ))}
          </ul>
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
