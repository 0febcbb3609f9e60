/** Attributes that assistive technology and our own code use to find elements; the copy must not be found. */
const NAMES = ['id', 'role', 'tabindex', 'aria-label', 'aria-describedby', 'data-card-id', 'data-list-id', 'data-drag-type', 'data-drag-id', 'data-drag-accepts'];

/** The styles of a popover that dnd-kit places by variables. */
const OVERLAY_CLASSES =
  'pointer-events-none fixed top-(--dnd-top) right-auto bottom-auto left-(--dnd-left) h-(--dnd-height) w-(--dnd-width) cursor-grabbing overflow-visible bg-transparent text-inherit will-change-[translate] [translate:var(--dnd-translate)]';

/** Adds the drag overlay to the page: a copy of the dragged element, which dnd-kit moves with the pointer. */
export function addOverlay(original: HTMLElement): HTMLElement {
  const copy = original.cloneNode(true) as HTMLElement;
  for (const part of [copy, ...copy.querySelectorAll('*')]) for (const name of NAMES) part.removeAttribute(name);
  const element = document.createElement('div');
  element.dataset.dragOverlay = '';
  element.setAttribute('aria-hidden', 'true');
  element.inert = true;
  element.className = OVERLAY_CLASSES;
  const tilted = document.createElement('div');
  tilted.className = 'h-full rotate-2 shadow-float';
  tilted.style.borderRadius = getComputedStyle(original).borderRadius;
  tilted.append(copy);
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
