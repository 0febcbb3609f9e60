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

/** Controls in a row that are pressed for their own sake. */
const INTERACTIVE = 'a, button, input, select, textarea, [contenteditable]';

/** Returns the row that a press on an element would pick up, or null if the press has another meaning. */
export function pressedRow(target: Element): HTMLElement | null {
  const row = target.closest<HTMLElement>('[data-drag-type]');
  // A row with a header is only dragged by its header.
  const header = row?.querySelector('[data-drag-header]');
  if (!row || (header && !header.contains(target))) return null;
  const control = target.closest<HTMLElement>(INTERACTIVE);
  return control && row.contains(control) && control.dataset.dragHandle === undefined ? null : row;
}

/** Returns the item of a row. */
export function itemOf(row: HTMLElement): DragItem {
  return { id: row.dataset.dragId ?? '', type: row.dataset.dragType ?? '' };
}

/** Returns the row of an item. */
export function rowOf(area: HTMLElement, { id, type }: DragItem): HTMLElement | null {
  return area.querySelector(`[data-drag-type="${type}"][data-drag-id="${CSS.escape(id)}"]`);
}

/** Returns the focusable element that drags a row by keyboard: its drag handle, or else its content. */
export function handleOf(row: HTMLElement): HTMLElement | null {
  const handle = row.querySelector('[data-drag-handle]') ?? row.firstElementChild;
  return handle instanceof HTMLElement ? handle : null;
}

/** Returns the groups that accept a type, or all groups, in document order. */
export function groupsOf(area: HTMLElement, type?: string): HTMLElement[] {
  return [...area.querySelectorAll<HTMLElement>(type === undefined ? '[data-drag-accepts]' : `[data-drag-accepts="${type}"]`)];
}

/** Returns the row of lists, which scrolls horizontally. */
export function horizontalScrollerOf(area: HTMLElement): HTMLElement | undefined {
  return groupsOf(area, 'list')[0];
}

/** Returns the element that scrolls a group's rows. */
export function scrollerOf(group: HTMLElement): HTMLElement {
  return group.dataset.dragScroll === undefined ? (group.querySelector<HTMLElement>('[data-drag-scroll]') ?? group) : group;
}

/** Returns whether a point is in the part of the page within which a drop counts. */
export function isInBounds(area: HTMLElement, { x, y }: Point): boolean {
  const bounds = area.querySelector('[data-drag-bounds]')?.getBoundingClientRect();
  return bounds !== undefined && x >= bounds.left && x <= bounds.right && y >= bounds.top && y <= bounds.bottom;
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
