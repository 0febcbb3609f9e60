/** The drag overlay: a copy of the dragged element that follows the pointer above everything else. */

interface Overlay {
  element: HTMLElement;
  moveBy: (x: number, y: number) => void;
  remove: () => void;
}

/** Attributes that assistive technology and our own code use to find elements; the copy must not be found. */
const NAMES = ['id', 'role', 'tabindex', 'aria-label', 'aria-describedby', 'data-card-id', 'data-list-id', 'data-drag-type', 'data-drag-id', 'data-drag-accepts'];

/** Creates an overlay exactly above an element. */
export function overlayOf(original: HTMLElement): Overlay {
  const { left, top, width, height } = original.getBoundingClientRect();
  const copy = original.cloneNode(true) as HTMLElement;
  for (const part of [copy, ...copy.querySelectorAll('*')]) for (const name of NAMES) part.removeAttribute(name);
  const element = document.createElement('div');
  element.dataset.dragOverlay = '';
  element.setAttribute('aria-hidden', 'true');
  element.inert = true;
  element.className = 'drag-overlay pointer-events-none fixed z-50 cursor-grabbing';
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, willChange: 'transform' });
  const tilted = document.createElement('div');
  tilted.className = 'h-full rotate-2 shadow-float';
  tilted.style.borderRadius = getComputedStyle(original.firstElementChild ?? original).borderRadius;
  tilted.append(copy);
  element.append(tilted);
  document.body.append(element);
  // A clone loses the scroll positions.
  const scrolled = [...original.querySelectorAll('*')];
  for (const [index, part] of [...copy.querySelectorAll('*')].entries()) {
    const from = scrolled[index]?.scrollTop ?? 0;
    if (from > 0) part.scrollTop = from;
  }
  return {
    element,
    moveBy: (x, y) => {
      element.style.transform = `translate3d(${x}px, ${y}px, 0)`;
    },
    remove: () => element.remove(),
  };
}
