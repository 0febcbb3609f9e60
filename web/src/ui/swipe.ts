/**
 * Swiping a row to the right, or to the left, by touch. The content of the row follows the finger and uncovers a mark (the styles are in
 * `global.css`). A movement in another direction scrolls as usual.
 */

import { isTextField } from './keyboard';

/** How far a finger moves before its direction decides between swiping and scrolling, in pixels. */
const DECIDE_PX = 8;
/** How far a row must be swiped to act when it is released, in pixels. Beyond that it follows the finger more slowly. */
const ACT_PX = 88;
const SLOWNESS = 0.25;
/** The longest touch that is a flick by default, in milliseconds. */
const FLICK_MS = 180;
/** The time after which a released row is back in its place, in milliseconds. The styles have the same duration. */
const RETURN_MS = 200;

/** What swiping to one side does. */
interface SwipeAction {
  /** Returns the class of the mark's icon (`css-icons.css`). */
  iconOf: (row: HTMLElement) => string;
  /** Called when a row has been swiped far enough and is released. */
  onSwipe: (row: HTMLElement) => void;
  /** Called for a flick, however far. Returns whether it has a meaning of its own there, and is no swipe. */
  onFlick?: (row: HTMLElement) => boolean;
  /** The longest touch that is a flick, in milliseconds. */
  flickMs?: number;
}

/** To the right, unless it is the action for the left. */
export interface SwipeOptions extends SwipeAction {
  /** Returns the row that a touch on an element swipes; null if the touch has another meaning. */
  rowOf: (target: Element) => HTMLElement | null;
  left?: SwipeAction;
}

/** A row that follows a finger. */
interface Swipe {
  row: HTMLElement;
  mark: HTMLElement;
  /** 1 to the right, -1 to the left. */
  side: 1 | -1;
  action: SwipeAction;
  isFarEnough: boolean;
}

function addMark(row: HTMLElement, icon: string, side: Swipe['side']): HTMLElement {
  const mark = document.createElement('span');
  mark.className = `css-icon ${icon}`;
  mark.dataset.swipeMark = side === 1 ? 'right' : 'left';
  mark.ariaHidden = 'true';
  // As high as the content, without the gap below the row.
  mark.style.bottom = getComputedStyle(row).paddingBottom;
  row.append(mark);
  return mark;
}

/** Enables swiping of the rows in an area. Returns a function that disables it. */
export function enableSwipe(area: HTMLElement, { rowOf, left, ...right }: SwipeOptions): () => void {
  let start: { x: number; y: number; target: Element; time: number } | null = null;
  let swipe: Swipe | null = null;

  const reset = (): Swipe | null => {
    const ended = swipe;
    start = null;
    swipe = null;
    if (!ended) return null;
    const { row, mark } = ended;
    row.dataset.swipe = 'released';
    row.style.setProperty('--swipe', '0px');
    setTimeout(() => {
      mark.remove();
      // The row may have been swiped again.
      if (swipe?.row !== row) delete row.dataset.swipe;
    }, RETURN_MS);
    return ended;
  };

  const onEnd = (event: TouchEvent) => {
    const duration = start ? event.timeStamp - start.time : 0;
    const ended = reset();
    if (!ended) return;
    const { onFlick, flickMs = FLICK_MS } = ended.action;
    if (duration < flickMs && onFlick?.(ended.row)) return;
    if (ended.isFarEnough) ended.action.onSwipe(ended.row);
  };

  const onStart = ({ touches, target, timeStamp }: TouchEvent) => {
    reset();
    const [touch] = touches;
    if (touch && touches.length === 1 && target instanceof Element && !isTextField(target)) start = { x: touch.clientX, y: touch.clientY, target, time: timeStamp };
  };

  const onMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!start || !touch) return;
    const x = touch.clientX - start.x;
    const y = Math.abs(touch.clientY - start.y);
    if (!swipe) {
      if (Math.max(Math.abs(x), y) < DECIDE_PX) return;
      // Not cancelable once the browser scrolls.
      const action = x > 0 ? right : left;
      const row = action && Math.abs(x) > y && event.cancelable ? rowOf(start.target) : null;
      if (!row || !action) {
        start = null;
        return;
      }
      const side = x > 0 ? 1 : -1;
      swipe = { row, mark: addMark(row, action.iconOf(row), side), side, action, isFarEnough: false };
    }
    // Neither the list nor the board scrolls.
    event.preventDefault();
    const { row, side } = swipe;
    const distance = Math.max(x * side, 0);
    swipe.isFarEnough = distance >= ACT_PX;
    row.dataset.swipe = swipe.isFarEnough ? 'far' : 'near';
    row.style.setProperty('--swipe', `${side * Math.min(distance, ACT_PX + (distance - ACT_PX) * SLOWNESS)}px`);
  };

  const listening = new AbortController();
  const { signal } = listening;
  area.addEventListener('touchstart', onStart, { passive: true, signal });
  // Not passive, because it decides whether the browser scrolls.
  area.addEventListener('touchmove', onMove, { passive: false, signal });
  area.addEventListener('touchend', onEnd, { signal });
  area.addEventListener('touchcancel', reset, { signal });
  return () => {
    reset();
    listening.abort();
  };
}
