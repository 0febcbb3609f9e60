import type { CardField, Id, Member } from '@twentyfour/core';
import type { ReactNode } from 'react';
import * as messages from '../../messages/sharing';
import { memberName } from '../../shell/memberName';
import { AVATAR_TEXT_COLOR, avatarColor } from '../../ui/avatars';
import { cx } from '../../ui/cx';
import { ringStyle, useEditorIds, useEditors, useMembersWith } from './presence';

interface EditorsLabelProps {
  /** The members who are editing, at least one. */
  editors: readonly Member[];
  className?: string;
}

/** The names of those who are editing, in the color of the first. */
function EditorsLabel({ editors: [first, ...others], className }: EditorsLabelProps) {
  if (!first) return null;
  const name = memberName(first);
  return (
    <span
      style={{ backgroundColor: avatarColor(first.user_id), color: AVATAR_TEXT_COLOR }}
      className={cx('pointer-events-none block truncate rounded-sm px-1.5 text-[11px]/4 font-medium forced-colors:ring-1', className)}
    >
      {others.length === 0 ? messages.editing({ name }) : messages.editingSeveral({ name, count: others.length })}
    </span>
  );
}

interface EditedByProps {
  card_id: Id;
  field: CardField;
  children: ReactNode;
}

/** A field of the open card, with a ring in the color of the member who is editing it. */
export function EditedBy({ card_id, field, children }: EditedByProps) {
  const editors = useEditors(card_id, field);
  const [first] = editors;
  return (
    <div style={first && ringStyle(first.user_id)} className="relative rounded-sm outline-offset-4">
      {first && <EditorsLabel editors={editors} className="absolute right-1 -bottom-3 z-1 max-w-[calc(100%-0.5rem)]" />}
      {children}
    </div>
  );
}

/** The label of those who are editing a field, to be shown beside its name. */
export function FieldEditors({ card_id, field }: Omit<EditedByProps, 'children'>) {
  const editors = useEditors(card_id, field);
  return editors.length > 0 && <EditorsLabel editors={editors} className="min-w-0" />;
}

/** A ring around a card on its board that somebody is editing, with their name. It takes no space of its own. */
export function CardEditors({ card_id }: { card_id: Id }) {
  const ids = useEditorIds(card_id);
  return ids !== '' && <CardRing ids={ids} />;
}

function CardRing({ ids }: { ids: string }) {
  const editors = useMembersWith(ids);
  const [first] = editors;
  if (!first) return null;
  return (
    <>
      <span
        aria-hidden
        data-editing={first.user_id}
        style={ringStyle(first.user_id)}
        // The row ends 8 px below the card.
        className="pointer-events-none absolute inset-x-0 top-0 bottom-2 rounded-md -outline-offset-2"
      />
      <EditorsLabel editors={editors} className="absolute right-2 bottom-0 max-w-[calc(100%-1rem)]" />
    </>
  );
}
