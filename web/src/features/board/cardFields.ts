/** The fields of a card that are changed on the card itself, by a click on what shows them. */

/** The elements of a card that show a field. */
const SELECTORS = {
  due_date: '[data-due]',
  labels: '[data-labels]',
  priority: '[data-priority]',
  assignees: '[data-assignees]',
};

/** A field that is changed with a picker. */
export type PickedField = keyof typeof SELECTORS;

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

/** Returns the field of a card that was clicked; null for the card itself. */
export function clickedField(card: Element, event: MouseEvent): PickedField | null {
  const { target } = event;
  const shown = (Object.keys(SELECTORS) as PickedField[]).flatMap((field) => {
    const element = card.querySelector(SELECTORS[field]);
    return element ? { field, element } : [];
  });
  const clicked =
    shown.find(({ element }) => target instanceof Node && element.contains(target)) ?? shown.find(({ element }) => isAt(element, event));
  return clicked?.field ?? null;
}
