/** The picker that is open for cards of the board. */
import type { Id } from '@twentyfour/core';
import { createStore } from 'zustand/vanilla';

export type PickerKind = 'labels' | 'due_date' | 'priority' | 'assignees' | 'move' | 'recurrence' | 'estimate';

interface OpenedPicker {
  kind: PickerKind;
  card_ids: readonly Id[];
  anchor: HTMLElement;
  /** The card that gets the focus afterwards; undefined if the anchor is a button. */
  card_id: Id | undefined;
}

export const openedPicker = createStore<{ opened: OpenedPicker | null }>(() => ({ opened: null }));

export function closePicker(): void {
  openedPicker.setState({ opened: null });
}

/** Opens a picker for cards at a button, or closes it if the button has opened it. */
export function togglePicker(kind: PickerKind, card_ids: readonly Id[], anchor: HTMLElement): void {
  const { opened } = openedPicker.getState();
  openedPicker.setState({ opened: opened?.anchor === anchor ? null : { kind, card_ids, anchor, card_id: undefined } });
}

/** Opens a picker for cards at one of them. */
export function openPickerAt(card_id: Id, kind: PickerKind, card_ids: readonly Id[]): void {
  const anchor = document.querySelector<HTMLElement>(`[data-card-id="${CSS.escape(card_id)}"]`);
  if (anchor) openedPicker.setState({ opened: { kind, card_ids, anchor, card_id } });
}
