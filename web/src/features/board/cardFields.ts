/** The fields of a card that are changed on the card itself, by a click on what shows them. */

/** The elements of a card that show a field. */
const SELECTORS = {
  due_date: '[data-due]',
  labels: '[data-labels]',
  priority: '[data-priority]',
  assignees: '[data-assignees]',
};

export type ShownField = keyof typeof SELECTORS;

/** The smallest width and height of what can be clicked, in pixels. The elements themselves are only as high as their text. */
const MIN_TARGET_PX = 24;

/** Returns whether a click is on an element or so near that it is meant for it. */
function isAt(element: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return (
    Math.abs(clientX - left - width / 2) <= Math.max(width, MIN_TARGET_PX) / 2 &&
    Math.abs(clientY - top - height / 2) <= Math.max(height, MIN_TARGET_PX) / 2
  );
}

/** Returns the field of a card that was clicked, with the element that shows it; null for the card itself. */
export function clickedField(card: Element, event: MouseEvent): { field: ShownField; element: HTMLElement } | null {
  const { target } = event;
  const shown = (Object.keys(SELECTORS) as ShownField[]).flatMap((field) => {
    const element = card.querySelector<HTMLElement>(SELECTORS[field]);
    return element ? { field, element } : [];
  });
  return shown.find(({ element }) => target instanceof Node && element.contains(target)) ?? shown.find(({ element }) => isAt(element, event)) ?? null;
}
