/** Scrolls the group under the pointer while an item is dragged near its edge. */
import { type Point, scrollerOf } from './geometry';

/** The distance from the edge at which scrolling starts, in pixels; less in small groups. */
const EDGE = 72;
/** The scroll speed at the very edge, in pixels per millisecond. */
const SPEED = 1.4;

/** Returns the scroll strength: 0 in the middle, up to 1 or -1 at the edges and beyond them. */
function scrollStrength(position: number, low: number, high: number): number {
  const edge = Math.min(EDGE, (high - low) / 4);
  if (position < low + edge) return -Math.min((low + edge - position) / edge, 1);
  if (position > high - edge) return Math.min((position - high + edge) / edge, 1);
  return 0;
}

/** Scrolls a group along its axis. Returns whether it has moved. */
export function scrollNear(group: HTMLElement, point: Point, elapsed: number): boolean {
  const scroller = scrollerOf(group);
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  const isAcross = group.dataset.dragAxis === 'x';
  const strength = isAcross ? scrollStrength(point.x, left, right) : scrollStrength(point.y, top, bottom);
  if (strength === 0) return false;
  // Squared, so that the user can scroll slowly.
  const by = Math.sign(strength) * strength ** 2 * SPEED * elapsed;
  const before = isAcross ? scroller.scrollLeft : scroller.scrollTop;
  if (isAcross) scroller.scrollLeft += by;
  else scroller.scrollTop += by;
  return before !== (isAcross ? scroller.scrollLeft : scroller.scrollTop);
}
