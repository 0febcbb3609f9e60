/** Scrolls what lies under the pointer while something is dragged near its edge. */
import { type Point, scrollerOf } from './geometry';

/** So near to the edge scrolling begins, in pixels; less where there is little room. */
const EDGE = 72;
/** What is scrolled in a millisecond at the very edge, in pixels. */
const SPEED = 1.4;

/** How fast to scroll: 0 in the middle, up to 1 or -1 at the edges and beyond them. */
function push(at: number, low: number, high: number): number {
  const edge = Math.min(EDGE, (high - low) / 4);
  if (at < low + edge) return -Math.min((low + edge - at) / edge, 1);
  if (at > high - edge) return Math.min((at - high + edge) / edge, 1);
  return 0;
}

/** Scrolls a group along its axis. Answers whether anything has moved. */
export function scrollNear(group: HTMLElement, point: Point, elapsed: number): boolean {
  const scroller = scrollerOf(group);
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  const isAcross = group.dataset.dragAxis === 'x';
  const strength = isAcross ? push(point.x, left, right) : push(point.y, top, bottom);
  if (strength === 0) return false;
  // Squared, so that it can be slow.
  const by = Math.sign(strength) * strength ** 2 * SPEED * elapsed;
  const before = isAcross ? scroller.scrollLeft : scroller.scrollTop;
  if (isAcross) scroller.scrollLeft += by;
  else scroller.scrollTop += by;
  return before !== (isAcross ? scroller.scrollLeft : scroller.scrollTop);
}
