import type { CardView, Id, PreparedList, Recurrence, Rejection } from '@twentyfour/core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { dispatch, mirror } from '../../../core/client';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/selection';
import { announce } from '../../../ui/Announcer';
import { boardFocus, focusCard, focusStop } from '../boardFocus';
import { changeCards } from '../changeCards';
import { displayListName } from '../text';
import type { TargetBoard } from '../useTargetBoard';
import { AssigneesPicker } from './AssigneesPicker';
import { DueDatePicker } from './DueDatePicker';
import { EstimatePicker } from './EstimatePicker';
import { LabelsPicker } from './LabelsPicker';
import { type ListEnd, MovePicker } from './MovePicker';
import { closePicker, openedPicker, type PickerKind } from './openedPicker';
import { PriorityPicker } from './PriorityPicker';
import { RecurrencePicker } from './RecurrencePicker';
import { shareOf, type PickerProps } from './types';

const NO_IDS: readonly Id[] = [];

/** The picker that is open for cards of the board. It closes when none of them is left. */
export function CardPickers() {
  const { opened } = useStore(openedPicker);
  const card_ids = opened?.card_ids ?? NO_IDS;
  const cards = useMirror(useShallow(({ cards: byId }) => card_ids.flatMap((id) => byId.get(id) ?? [])));
  const isEmpty = opened !== null && cards.length === 0;
  useEffect(() => {
    if (isEmpty) closePicker();
  }, [isEmpty]);
  useEffect(() => closePicker, []);
  if (!opened || isEmpty) return null;
  const { kind, anchor, card_id } = opened;
  const onCloseFocus = () => {
    // A click outside the picker has moved the focus, for example to a text field.
    if (document.activeElement !== document.body) return;
    if (card_id !== undefined) focusCard(card_id);
    else if (anchor.isConnected) anchor.focus();
    else focusStop(boardFocus.getState());
  };
  return <CardPicker kind={kind} cards={cards} anchor={anchor} onClose={closePicker} onCloseFocus={onCloseFocus} />;
}

/** Moves cards to an end of a list. For another board the core shows a toast. */
function moveCards(card_ids: readonly Id[], { board_id, isOpen }: TargetBoard, list: PreparedList, to: ListEnd): Rejection | null {
  const { id: list_id, name, card_count } = list;
  if (!isOpen) {
    return dispatch({ type: 'move_cards_to_board', card_ids: [...card_ids], board_id, list_id, index: to === 'top' ? 0 : card_count });
  }
  const first = mirror.getState().lists.get(list_id)?.card_ids[0] ?? null;
  const rejection = changeCards(card_ids, { type: 'move', list_id, before: to === 'top' ? first : null });
  if (!rejection) announce(messages.moved({ count: card_ids.length, list: displayListName(name) }));
  return rejection;
}

/** Makes cards repeat. A single card without a due date is due today from then on, because only cards with one repeat. */
function setRecurrence(cards: readonly CardView[], recurrence: Recurrence | null): Rejection | null {
  const edit = { field: 'recurrence', value: recurrence } as const;
  const [card, ...others] = cards;
  if (card && others.length === 0 && card.due_date === null && recurrence) {
    const { today } = mirror.getState().clock;
    return dispatch({ type: 'edit_card', card_id: card.id, edits: [{ field: 'due_date', value: today }, edit] });
  }
  return changeCards(cards.map(({ id }) => id), { type: 'edit', edit });
}

interface CardPickerProps extends PickerProps {
  kind: PickerKind;
  cards: readonly CardView[];
}

/** The picker for a field of one or several cards. Each choice is saved at once. */
export function CardPicker({ kind, cards, ...picker }: CardPickerProps) {
  const card_ids = cards.map(({ id }) => id);
  switch (kind) {
    case 'labels':
      return (
        <LabelsPicker
          {...picker}
          shareOf={(label) => shareOf(cards, ({ labels }) => labels.includes(label))}
          onChange={(label, isAdded) => changeCards(card_ids, { type: isAdded ? 'add_label' : 'remove_label', label })}
        />
      );
    case 'due_date': {
      const [first] = cards;
      const isSame = cards.every(({ due_date }) => due_date === first?.due_date);
      return (
        <DueDatePicker
          {...picker}
          value={isSame ? (first?.due_date ?? null) : null}
          onChange={(due_date) => changeCards(card_ids, { type: 'edit', edit: { field: 'due_date', value: due_date } })}
        />
      );
    }
    case 'priority':
      return (
        <PriorityPicker
          {...picker}
          shareOf={(value) => shareOf(cards, ({ priority }) => priority === value)}
          onChange={(value) => changeCards(card_ids, { type: 'edit', edit: { field: 'priority', value } })}
        />
      );
    case 'assignees':
      return (
        <AssigneesPicker
          {...picker}
          shareOf={(user_id) => shareOf(cards, ({ assignee_ids }) => assignee_ids?.includes(user_id) ?? false)}
          onChange={(user_id, isAssigned) =>
            changeCards(card_ids, { type: 'edit', edit: { field: isAssigned ? 'assign' : 'unassign', value: user_id } })
          }
        />
      );
    case 'move':
      return (
        <MovePicker
          {...picker}
          shareOf={(list_id) => shareOf(card_ids, (id) => mirror.getState().list_of.get(id) === list_id)}
          onChange={(board, list, to) => moveCards(card_ids, board, list, to)}
        />
      );
    case 'recurrence':
      return (
        <RecurrencePicker
          {...picker}
          value={(cards.length === 1 && cards[0]?.recurrence) || null}
          onChange={(recurrence) => setRecurrence(cards, recurrence)}
        />
      );
    case 'estimate': {
      const [first] = cards;
      const isSame = cards.every(({ estimate_minutes }) => estimate_minutes === first?.estimate_minutes);
      return (
        <EstimatePicker
          {...picker}
          value={(isSame && first?.estimate_minutes) || null}
          onChange={(minutes) => changeCards(card_ids, { type: 'edit', edit: { field: 'estimate', value: minutes } })}
        />
      );
    }
    default:
      return kind satisfies never;
  }
}
