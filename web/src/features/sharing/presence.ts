/** Who else has the open board open, and what they are editing. */
import type { CardField, Id, Member } from '@twentyfour/core';
import { type CSSProperties, useEffect, useRef } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { avatarColor } from '../../ui/avatars';

/** Returns the accounts of the other members who have the open board open. */
export function usePresentIds(): ReadonlySet<Id> {
  const presence = useMirror((mirror) => mirror.presence);
  return new Set(presence.map(({ user_id }) => user_id));
}

/**
 * Returns the accounts of the other members who are editing a card, or one of its fields, separated by spaces. It is a
 * text, so that only the cards whose editors change are rendered again.
 */
export function useEditorIds(card_id: Id, field?: CardField): string {
  return useMirror(({ presence }) => {
    const editors = presence.filter(({ editing }) => editing?.card_id === card_id && (field === undefined || editing.field === field));
    return editors.map(({ user_id }) => user_id).join(' ');
  });
}

/** Returns the members of the open board with these ids, separated by spaces. */
export function useMembersWith(ids: string): Member[] {
  const members = useMirror(({ board }) => board?.members) ?? [];
  const wanted = ids.split(' ');
  return members.filter(({ user_id }) => wanted.includes(user_id));
}

/** Returns the other members who are editing a field of a card. */
export const useEditors = (card_id: Id, field: CardField): Member[] => useMembersWith(useEditorIds(card_id, field));

/** Returns the styles of a ring in a person's color, with a contrast of at least 3:1 in both themes. */
export const ringStyle = (user_id: Id): CSSProperties => ({
  outlineStyle: 'solid',
  outlineWidth: 2,
  outlineColor: `color-mix(in oklab, ${avatarColor(user_id)} 65%, var(--global-text-primary))`,
});

/** Returns the event handlers of a field that show other members that the user is editing it. */
export function useEditing(card_id: Id, field: CardField) {
  const isEditing = useRef(false);
  const report = (is_editing: boolean) => {
    isEditing.current = is_editing;
    dispatch({ type: 'set_editing', card_id, field, is_editing });
  };
  // A field that is removed while it has the focus gets no blur event.
  useEffect(
    () => () => {
      if (isEditing.current) dispatch({ type: 'set_editing', card_id, field, is_editing: false });
    },
    [card_id, field],
  );
  return { onFocus: () => report(true), onBlur: () => report(false) };
}
