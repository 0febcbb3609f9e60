/** Swiping a sheet down to close it. The sheet follows the finger, and returns if it was not moved far or fast enough. */

import { isTextField } from './keyboard';

/** How far a finger moves before its direction decides between swiping and scrolling, in pixels. */
const DECIDE_PX = 8;
/** How far a sheet must be swiped to close: this share of its height, and at most this many pixels. */
const CLOSE_SHARE = 0.3;
const MAX_CLOSE_PX = 120;
/** The speed at which a shorter swipe closes the sheet, in pixels per millisecond. */
const CLOSE_SPEED = 0.5;
/** How long a finger rests before its release is no fast swipe any more, in milliseconds. */
const REST_MS = 150;
/** How long a released sheet moves, in milliseconds. */
const MOVE_MS = 200;
/** The time after which a sheet that did not close returns, in milliseconds. */
const REFUSED_MS = 100;

/** Returns whether content between an element and the sheet is scrolled down, so that a movement down scrolls it up. */
function isScrolled(target: Element, sheet: HTMLElement): boolean {
  for (let element: Element | null = target; element && element !== sheet.parentElement; element = element.parentElement) {
    if (element.scrollTop > 0) return true;
  }
  return false;
}

/** Enables swiping of a sheet. Closing is the same as by Escape, so a panel that asks first does so here, too. */
export function enableSheetSwipe(sheet: HTMLElement): void {
  let start: { x: number; y: number; target: Element } | null = null;
  /** The last position of the finger, while it moves the sheet. */
  let drag: { y: number; time: number; speed: number } | null = null;

  const moveTo = (translate: string, transition: string) => {
    sheet.style.translate = translate;
    sheet.style.transition = transition;
  };
  const animateTo = (translate: string) => moveTo(translate, `translate ${MOVE_MS}ms ease-out`);

  const onStart = ({ touches, target }: TouchEvent) => {
    const [touch] = touches;
    const canSwipe = touch && touches.length === 1 && target instanceof Element && !isTextField(target) && !target.closest('[type=range]');
    start = canSwipe ? { x: touch.clientX, y: touch.clientY, target } : null;
  };

  const onMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!start || !touch) return;
    const y = touch.clientY - start.y;
    if (!drag) {
      const x = Math.abs(touch.clientX - start.x);
      if (Math.max(x, Math.abs(y)) < DECIDE_PX) return;
      // Not cancelable once the browser scrolls.
      if (y <= x || !event.cancelable || isScrolled(start.target, sheet)) {
        start = null;
        return;
      }
      // The sheet does not jump by the pixels that have decided.
      start.y = touch.clientY;
      drag = { y: touch.clientY, time: event.timeStamp, speed: 0 };
    }
    event.preventDefault();
    const elapsed = event.timeStamp - drag.time;
    if (elapsed > 0) drag = { y: touch.clientY, time: event.timeStamp, speed: (touch.clientY - drag.y) / elapsed };
    moveTo(`0 ${Math.max(touch.clientY - start.y, 0)}px`, 'none');
  };

  const onEnd = ({ timeStamp }: TouchEvent) => {
    const ended = drag;
    const distance = ended && start ? ended.y - start.y : 0;
    start = null;
    drag = null;
    if (!ended) return;
    const isFarEnough = distance > Math.min(sheet.offsetHeight * CLOSE_SHARE, MAX_CLOSE_PX);
    const isFast = ended.speed >= CLOSE_SPEED && timeStamp - ended.time < REST_MS;
    if (!isFarEnough && !isFast) {
      animateTo('0 0');
      return;
    }
    animateTo('0 100%');
    setTimeout(() => {
      sheet.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
      setTimeout(() => {
        if (sheet.dataset.state !== 'closed') animateTo('0 0');
      }, REFUSED_MS);
    }, MOVE_MS);
  };

  const onCancel = () => {
    if (drag) animateTo('0 0');
    start = null;
    drag = null;
  };

  // The listeners go with the sheet.
  sheet.addEventListener('touchstart', onStart, { passive: true });
  // Not passive, because it decides whether the browser scrolls.
  sheet.addEventListener('touchmove', onMove, { passive: false });
  sheet.addEventListener('touchend', onEnd);
  sheet.addEventListener('touchcancel', onCancel);
}
