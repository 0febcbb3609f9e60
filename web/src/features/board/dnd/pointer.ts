/** Dragging by mouse, pen and touch: when a press becomes a drag, and what follows the release. */
import { PointerActivationConstraints, PointerSensor } from '@dnd-kit/dom';

/** How far a mouse moves before a drag starts, in pixels, so that clicks still work. */
const MOUSE_DRAG_DISTANCE_PX = 5;
/**
 * How long a finger must rest before a drag starts, in milliseconds, and how far it may move during that time, in
 * pixels.
 */
const LONG_PRESS_MS = 260;
export const TOUCH_TOLERANCE_PX = 8;

class MouseDistance extends PointerActivationConstraints.Distance {
  override onEvent(event: PointerEvent): void {
    // The mouse was released outside the window, which fires no event here.
    if (event.type === 'pointermove' && event.buttons === 0) this.abort();
    else super.onEvent(event);
  }
}

/** The sensor of drags by mouse, pen and touch. The element to drag must be the only draggable of its manager. */
export const pointerSensor = PointerSensor.configure({
  activationConstraints: ({ pointerType }) =>
    pointerType === 'touch'
      ? [new PointerActivationConstraints.Delay({ value: LONG_PRESS_MS, tolerance: TOUCH_TOLERANCE_PX })]
      : [new MouseDistance({ value: MOUSE_DRAG_DISTANCE_PX })],
  activatorElements: ({ element }) => [element?.parentElement ?? undefined],
  // The press has decided already, by adding the draggable.
  preventActivation: () => false,
});

function suppressEvent(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Suppresses the click that follows a drag, and on touch screens the mouse events before it, which move the focus. */
export function suppressNextClick(): void {
  const suppressing = new AbortController();
  for (const type of ['touchend', 'click']) {
    window.addEventListener(type, suppressEvent, { capture: true, once: true, passive: false, signal: suppressing.signal });
  }
  // Often no click follows, and the next one is a real one. It begins with a press.
  const end = () => suppressing.abort();
  window.addEventListener('pointerdown', end, { capture: true, signal: suppressing.signal });
  setTimeout(end, 50);
}
