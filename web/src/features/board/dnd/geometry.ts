/**
 * Finds rows and drop targets on the screen. Everything is read from the mounted rows by these attributes:
 * `data-drag-accepts` (a type), `data-drag-group` (an id) and `data-drag-axis` (x or y) on a container of rows,
 * `data-drag-type` and `data-drag-id` on each row, and `data-drag-scroll` on the element that scrolls them.
 */
import type { DragItem, DropTarget } from './activeDrag';

export interface Point {
  x: number;
  y: number;
}

/** Returns the row of an item. */
export function rowOf(area: HTMLElement, { id, type }: DragItem): HTMLElement | null {
  return area.querySelector(`[data-drag-type="${type}"][data-drag-id="${CSS.escape(id)}"]`);
}

/** Returns the groups that accept a type, in document order. */
export function groupsOf(area: HTMLElement, type: string): HTMLElement[] {
  return [...area.querySelectorAll<HTMLElement>(`[data-drag-accepts="${type}"]`)];
}

/** Returns the element that scrolls a group's rows. */
export function scrollerOf(group: HTMLElement): HTMLElement {
  return group.dataset.dragScroll === undefined ? (group.querySelector<HTMLElement>('[data-drag-scroll]') ?? group) : group;
}

/** Returns the part of the page within which a drop counts. */
function bounds(area: HTMLElement): DOMRect | undefined {
  return area.querySelector('[data-drag-bounds]')?.getBoundingClientRect();
}

/** Returns the group at a point, or the nearest one to its left or right; null outside the area. */
export function groupAt(area: HTMLElement, type: string, point: Point): HTMLElement | null {
  const within = bounds(area);
  if (!within || point.x < within.left || point.x > within.right || point.y < within.top || point.y > within.bottom) return null;
  let nearest: HTMLElement | null = null;
  let distance = Infinity;
  for (const group of groupsOf(area, type)) {
    const { left, right } = group.getBoundingClientRect();
    const away = Math.max(left - point.x, 0, point.x - right);
    if (away < distance) [nearest, distance] = [group, away];
  }
  return nearest;
}

/**
 * Returns the drop target in a group at a point: before the first row whose middle is beyond the point. The dragged
 * item itself is skipped.
 */
export function dropTargetIn(group: HTMLElement, { id, type }: DragItem, point: Point): DropTarget {
  const isAcross = group.dataset.dragAxis === 'x';
  const view = scrollerOf(group).getBoundingClientRect();
  // Rows scrolled out of view are mounted too, but are not valid targets.
  const position = isAcross ? clamp(point.x, view.left, view.right) : clamp(point.y, view.top, view.bottom);
  let before: string | null = null;
  for (const row of group.querySelectorAll<HTMLElement>(`[data-drag-type="${type}"]`)) {
    if (row.dataset.dragId === id) continue;
    const { left, top, width, height } = row.getBoundingClientRect();
    if ((isAcross ? left + width / 2 : top + height / 2) > position) {
      before = row.dataset.dragId ?? null;
      break;
    }
  }
  return { group: group.dataset.dragGroup ?? '', before };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
