/** Opens the pickers of a card by a click on what shows its fields. One listener serves all cards of the board. */
import { useEffect } from 'react';
import { closePicker, openedPicker, openPickerAt, type PickerKind } from './pickers/openedPicker';
import { selection, targetsOf } from './selection';

/** The elements of a card that show a field with a picker. */
const SELECTORS: Partial<Record<PickerKind, string>> = {
  due_date: '[data-due]',
  labels: '[data-labels]',
  priority: '[data-priority]',
  assignees: '[data-assignees]',
};

/** The smallest width and height of what can be clicked, in pixels. The elements themselves are only as high as their text. */
const MIN_TARGET_PX = 24;

/** Returns whether a click is on an element or so near that it is meant for it. */
function isAt(element: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return (
    width > 0 &&
    Math.abs(clientX - left - width / 2) <= Math.max(width, MIN_TARGET_PX) / 2 &&
    Math.abs(clientY - top - height / 2) <= Math.max(height, MIN_TARGET_PX) / 2
  );
}

/** Returns the field of a card that was clicked; undefined for the card itself. */
function clickedField(card: Element, event: MouseEvent): PickerKind | undefined {
  const shown = (Object.keys(SELECTORS) as PickerKind[]).flatMap((field) => {
    const element = card.querySelector(SELECTORS[field] ?? '');
    return element ? { field, element } : [];
  });
  return (shown.find(({ element }) => element.contains(event.target as Node)) ?? shown.find(({ element }) => isAt(element, event)))?.field;
}

/** Returns whether a click on a card selects it. */
function isSelecting(event: MouseEvent): boolean {
  const isTap = event instanceof PointerEvent && event.pointerType === 'touch';
  return event.shiftKey || event.ctrlKey || event.metaKey || (isTap && selection.getState().ids.size > 0);
}

function onClick(event: MouseEvent): void {
  const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card-id]') : null;
  // A press by a screen reader has no place.
  if (!card || event.defaultPrevented || event.detail === 0 || isSelecting(event)) return;
  const card_id = card.dataset.cardId ?? '';
  const field = clickedField(card, event);
  if (!field) return;
  // The card itself ignores the click.
  event.preventDefault();
  const { opened } = openedPicker.getState();
  if (opened?.card_id === card_id && opened.kind === field) closePicker();
  else openPickerAt(card_id, field, targetsOf(card_id));
}

/** Lets a click on what shows a field of a card open its picker. */
export function useFieldClicks(): void {
  useEffect(() => {
    // Before React handles the click.
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);
}
