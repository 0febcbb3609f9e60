/**
 * Lifting by mouse, pen and finger. A mouse lifts what it moves. A finger lifts what it rests on; when it moves before
 * that it scrolls, and the browser takes the pointer away.
 */
import { isKey } from '../keyboard';
import { scrollNear } from './autoscroll';
import { groupAt, groupsOf, placeIn, type Point, rowOf } from './geometry';
import { type Handlers, type DragItem, activeDrag, type DropTarget } from './lifted';
import { overlayOf } from './overlay';

/** So far a mouse moves before it drags, in pixels, so that a press stays a press. */
const MOUSE_DRAG_DISTANCE_PX = 5;
/** So long a finger rests before it lifts, in milliseconds, and so far it may tremble meanwhile. */
const LONG_PRESS_MS = 260;
const TOUCH_TOLERANCE_PX = 8;
/** What lies in a row and is pressed for its own sake. */
const INTERACTIVE = 'a, button, input, select, textarea, [contenteditable]';

/** What a press would lift; null where it is meant for something else. */
function liftable(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>('[data-drag-type]');
  // Where a row has a header, that is what it is dragged by.
  const header = row?.querySelector('[data-drag-header]');
  if (!row || (header && !header.contains(target))) return null;
  const control = target.closest<HTMLElement>(INTERACTIVE);
  return control && row.contains(control) && control.dataset.dragHandle === undefined ? null : row;
}

/** Lets what lies in an area be dragged by pointers. Gives a function that ends it. */
export function trackPointers(area: HTMLElement, handlers: () => Handlers): { cancel: () => void; stop: () => void } {
  let end: ((isCanceled: boolean) => void) | null = null;

  const press = (event: PointerEvent) => {
    if (end || activeDrag.getState().what || handlers().isBlocked || !event.isPrimary || event.button !== 0) return;
    const row = liftable(event.target);
    const what = row && { id: row.dataset.dragId ?? '', type: row.dataset.dragType ?? '' };
    if (row && what) end = follow(event, what);
  };

  /** From the press to the release. */
  function follow(pressed: PointerEvent, what: DragItem): (isCanceled: boolean) => void {
    const start: Point = { x: pressed.clientX, y: pressed.clientY };
    const isTouch = pressed.pointerType === 'touch';
    const listening = new AbortController();
    const listen = <K extends keyof WindowEventMap>(type: K, hear: (event: WindowEventMap[K]) => void, target: EventTarget = window) =>
      target.addEventListener(type, hear as EventListener, { capture: true, passive: false, signal: listening.signal });
    let drag: Drag | null = null as Drag | null;

    const lift = () => {
      drag = beginDrag(area, handlers, what, start);
      // Events go on coming when the pointer leaves the window, and when the pressed element is drawn anew elsewhere.
      try {
        drag?.overlay.setPointerCapture(pressed.pointerId);
      } catch {
        // The pointer has just gone; its release or its cancel is on the way.
      }
      return drag;
    };
    const rest = isTouch ? setTimeout(lift, LONG_PRESS_MS) : undefined;

    const finish = (isCanceled: boolean) => {
      clearTimeout(rest);
      listening.abort();
      end = null;
      drag?.end(isCanceled);
    };

    listen('pointermove', (event) => {
      if (event.pointerId !== pressed.pointerId) return;
      // The mouse was released outside the window, where nobody has heard of it.
      if (!isTouch && !drag && event.buttons === 0) return finish(true);
      const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
      if (drag) drag.moveTo({ x: event.clientX, y: event.clientY });
      else if (isTouch && far > TOUCH_TOLERANCE_PX) finish(true);
      else if (!isTouch && far >= MOUSE_DRAG_DISTANCE_PX) {
        lift()?.moveTo({ x: event.clientX, y: event.clientY });
      }
    });
    // A wheel, or momentum, moves what lies below a hand that rests.
    listen('scroll', () => drag?.look());
    listen('pointerup', (event) => {
      if (event.pointerId !== pressed.pointerId) return;
      if (drag) swallowClick();
      finish(false);
    });
    listen('pointercancel', (event) => {
      if (event.pointerId === pressed.pointerId) finish(true);
    });
    listen('keydown', (event) => {
      if (!isKey(event, 'Escape') || !drag) return;
      event.preventDefault();
      event.stopPropagation();
      swallowClick();
      finish(true);
    });
    // The pressed element hears of the finger also after it has been drawn anew elsewhere and has left the page.
    if (pressed.target) listen('touchmove', preventTouchScroll, pressed.target);
    // A long press opens no menu.
    listen('contextmenu', (event) => (drag || isTouch) && event.preventDefault());
    listen('selectstart', (event) => event.preventDefault());
    listen('dragstart', (event) => event.preventDefault());
    return finish;
  }

  area.addEventListener('pointerdown', press);
  // A listener that may hold scrolling back has to be there before the finger comes down.
  area.addEventListener('touchmove', preventTouchScroll, { passive: false });
  return {
    cancel: () => end?.(true),
    stop: () => {
      end?.(true);
      area.removeEventListener('pointerdown', press);
      area.removeEventListener('touchmove', preventTouchScroll);
    },
  };
}

/** What is lifted does not scroll. */
function preventTouchScroll(event: TouchEvent): void {
  if (activeDrag.getState().by === 'pointer' && event.cancelable) event.preventDefault();
}

function swallow(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The release of what was dragged is no press. */
function swallowClick(): void {
  window.addEventListener('click', swallow, { capture: true, once: true });
  // Often there is no click at all, and the next one is meant.
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 50);
}

function focusAgain(area: HTMLElement, what: DragItem): void {
  const element = rowOf(area, what)?.firstElementChild;
  if (document.activeElement === document.body && element instanceof HTMLElement) element.focus({ preventScroll: true });
}

interface Drag {
  overlay: HTMLElement;
  moveTo: (point: Point) => void;
  /** Finds the place again, with the next frame. */
  look: () => void;
  end: (isCanceled: boolean) => void;
}

/** From the lift to the drop. Work is done once for each frame, however often the pointer reports. */
function beginDrag(area: HTMLElement, handlers: () => Handlers, what: DragItem, start: Point): Drag | null {
  const original = rowOf(area, what)?.firstElementChild;
  if (!(original instanceof HTMLElement)) return null;
  const hadFocus = original.contains(document.activeElement);
  const overlay = overlayOf(original);
  const across = groupsOf(area, 'list')[0];
  // Snapping would fight with scrolling at the edges.
  if (across) across.style.scrollSnapType = 'none';
  let point = start;
  let place: DropTarget | null = null;
  let frame = 0;
  let last = 0;

  const look = () => {
    const group = groupAt(area, what.type, point);
    const found = group && placeIn(group, what, point);
    if (found?.group === place?.group && found?.before === place?.before) return;
    place = found;
    handlers().onOver(what, place);
  };

  const draw = (now: number) => {
    frame = 0;
    const elapsed = last === 0 ? 16 : Math.min(now - last, 50);
    last = now;
    const group = groupAt(area, what.type, point);
    const hasMoved = Math.hypot(point.x - start.x, point.y - start.y) > MOUSE_DRAG_DISTANCE_PX;
    const isScrolling =
      hasMoved && group !== null && [group, across].some((one) => one !== undefined && scrollNear(one, point, elapsed));
    look();
    overlay.moveBy(point.x - start.x, point.y - start.y);
    if (isScrolling) frame = requestAnimationFrame(draw);
    else last = 0;
  };

  const soon = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };

  activeDrag.setState({ what, by: 'pointer' });
  handlers().onLift(what);
  return {
    overlay: overlay.element,
    look: soon,
    moveTo: (to) => {
      point = to;
      soon();
    },
    end: (isCanceled) => {
      cancelAnimationFrame(frame);
      if (!isCanceled) look();
      overlay.remove();
      if (across) across.style.scrollSnapType = '';
      activeDrag.setState({ what: null, by: null });
      handlers().onDrop(what, isCanceled || place === null);
      // In another list it is another element, and the one that had the focus has gone.
      if (hadFocus) requestAnimationFrame(() => focusAgain(area, what));
    },
  };
}
