/** Dragging by keyboard: Space picks up, the arrow keys move, Space drops, Escape cancels. */
import { flushSync } from 'react-dom';
import { isKey, keyOf } from '../../../ui/keyboard';
import { type DragHandlers, type DragItem, activeDrag, type DropTarget } from './activeDrag';
import { groupsOf, dropTargetIn, rowOf } from './geometry';

/** Returns the row that a key press can pick up, or null if the focus is not on a drag handle. */
function findDraggableRow(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const isHandle = target.matches('[data-drag-handle], [data-drag-type] > *');
  return isHandle ? target.closest<HTMLElement>('[data-drag-type]') : null;
}

/**
 * Enables dragging by keyboard in an area. Returns functions that cancel the current drag and that remove the
 * listeners.
 */
export function trackKeys(area: HTMLElement, handlers: () => DragHandlers): { cancel: () => void; stop: () => void } {
  let end: ((isCanceled: boolean) => void) | null = null;
  let isOver = false;

  const press = (event: KeyboardEvent) => {
    if (!isKey(event, ' ') || event.defaultPrevented || end || activeDrag.getState().item || handlers().isBlocked) return;
    const row = findDraggableRow(event.target);
    if (!row || event.repeat) return;
    event.preventDefault();
    end = startDrag({ id: row.dataset.dragId ?? '', type: row.dataset.dragType ?? '' });
  };

  /** Handles one drag from the pick-up to the drop. Returns the function that ends it. */
  function startDrag(item: DragItem): (isCanceled: boolean) => void {
    const listening = new AbortController();
    const listen = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, listener, { capture: true, signal: listening.signal });

    const finish = (isCanceled: boolean) => {
      listening.abort();
      end = null;
      // The item stays picked up until it has the focus in its new position, because a long list only mounts rows that
      // are visible, focused or dragged.
      if (isOver) handlers().onDrop(item, isCanceled);
      else {
        flushSync(() => handlers().onDrop(item, isCanceled));
        restoreFocusAndScroll(area, item);
      }
      activeDrag.setState({ item: null, input: null });
    };

    listen('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = keyOf(event);
      const step = stepOf(key);
      const isEnd = key === ' ' || key === 'Enter' || key === 'Tab';
      if (!step && !isEnd && key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (!step) {
        if (!event.repeat) finish(key === 'Escape');
        return;
      }
      const dropTarget = targetAfterStep(area, handlers(), item, step);
      if (!dropTarget) return;
      flushSync(() => handlers().onOver(item, dropTarget));
      restoreFocusAndScroll(area, item);
    });
    // Using the pointer cancels a keyboard drag.
    listen('pointerdown', () => finish(true));

    activeDrag.setState({ item, input: 'keyboard' });
    handlers().onPickUp(item);
    return finish;
  }

  area.addEventListener('keydown', press);
  return {
    cancel: () => end?.(true),
    stop: () => {
      isOver = true;
      end?.(true);
      area.removeEventListener('keydown', press);
    },
  };
}

interface Step {
  axis: 'x' | 'y';
  by: -1 | 1;
}

function stepOf(key: string | null): Step | null {
  switch (key) {
    case 'ArrowUp':
      return { axis: 'y', by: -1 };
    case 'ArrowDown':
      return { axis: 'y', by: 1 };
    case 'ArrowLeft':
      return { axis: 'x', by: -1 };
    case 'ArrowRight':
      return { axis: 'x', by: 1 };
    default:
      return null;
  }
}

/** Returns the drop target of one step, or null at the end. */
function targetAfterStep(area: HTMLElement, { idsOf }: DragHandlers, item: DragItem, { axis, by }: Step): DropTarget | null {
  const row = rowOf(area, item);
  const group = row?.closest<HTMLElement>(`[data-drag-accepts="${item.type}"]`);
  if (!row || !group) return null;
  if (group.dataset.dragAxis === axis) {
    const id = group.dataset.dragGroup ?? '';
    const ids = idsOf(item.type, id);
    const index = ids.indexOf(item.id);
    if (index === -1 || (by === -1 ? index === 0 : index === ids.length - 1)) return null;
    return { group: id, before: ids[by === -1 ? index - 1 : index + 2] ?? null };
  }
  // Into the neighboring group, at the same height on the screen.
  const groups = groupsOf(area, item.type);
  const beside = groups[groups.indexOf(group) + by];
  if (!beside) return null;
  const { left, top, width, height } = row.getBoundingClientRect();
  return dropTargetIn(beside, item, { x: left + width / 2, y: top + height / 2 });
}

/** Focuses a moved row again and scrolls it into view, because it is remounted elsewhere and loses the focus. */
function restoreFocusAndScroll(area: HTMLElement, item: DragItem): void {
  const row = rowOf(area, item);
  const handle = row?.querySelector<HTMLElement>('[data-drag-handle]') ?? row?.firstElementChild;
  if (!(handle instanceof HTMLElement)) return;
  if (document.activeElement !== handle) handle.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
