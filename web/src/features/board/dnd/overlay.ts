import * as messages from '../../../messages/board';

/** Attributes that assistive technology and our own code use to find elements; the copy must not be found. */
const NAMES = ['id', 'role', 'tabindex', 'aria-label', 'aria-describedby', 'data-card-id', 'data-list-id', 'data-drag-type', 'data-drag-id', 'data-drag-accepts', 'data-entry'];

/** The styles of a popover that dnd-kit places by variables. */
const OVERLAY_CLASSES =
  'pointer-events-none fixed top-(--dnd-top) right-auto bottom-auto left-(--dnd-left) h-(--dnd-height) w-(--dnd-width) cursor-grabbing overflow-visible bg-transparent text-inherit will-change-[translate] [translate:var(--dnd-translate)]';

/** Returns the badge with the number of items that are dragged together. */
function countBadge(count: number): HTMLElement {
  const badge = document.createElement('span');
  badge.className = 'digits absolute -top-2 -right-2 rounded-full bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent';
  badge.textContent = messages.dragCount({ count });
  return badge;
}

/**
 * Adds the drag overlay to the page: a copy of the dragged element, which dnd-kit moves with the pointer, with a badge if
 * there are several.
 */
export function addOverlay(original: HTMLElement, count: number): HTMLElement {
  const copy = original.cloneNode(true) as HTMLElement;
  for (const part of [copy, ...copy.querySelectorAll('*')]) for (const name of NAMES) part.removeAttribute(name);
  const element = document.createElement('div');
  element.dataset.dragOverlay = '';
  element.setAttribute('aria-hidden', 'true');
  element.inert = true;
  element.className = OVERLAY_CLASSES;
  const tilted = document.createElement('div');
  tilted.className = 'h-full rotate-2 shadow-float';
  const { borderRadius, position } = getComputedStyle(original);
  tilted.style.borderRadius = borderRadius;
  // The copy fills the overlay, so it drops its position on the page.
  if (position === 'absolute') Object.assign(copy.style, { position: 'static', width: '100%' });
  tilted.append(copy);
  if (count > 1) tilted.append(countBadge(count));
  element.append(tilted);
  document.body.append(element);
  // A clone loses the scroll positions.
  const scrolled = [...original.querySelectorAll('*')];
  for (const [index, part] of [...copy.querySelectorAll('*')].entries()) {
    const from = scrolled[index]?.scrollTop ?? 0;
    if (from > 0) part.scrollTop = from;
  }
  return element;
}
