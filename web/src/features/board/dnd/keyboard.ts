/** Dragging by keyboard: Space picks up, the arrow keys move, Space drops, Escape cancels. */
import { flushSync } from 'react-dom';
import { isKey, keyOf } from '../../../ui/keyboard';
import { type Handlers, type DragItem, activeDrag, type DropTarget } from './activeDrag';
import { groupsOf, placeIn, rowOf } from './geometry';

/** Returns the row that a key press can pick up, or null if the focus is not on a drag handle. */
function liftable(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const isGrip = target.matches('[data-drag-handle], [data-drag-type] > *');
  return isGrip ? target.closest<HTMLElement>('[data-drag-type]') : null;
}

/**
 * Enables dragging by keyboard in an area. Returns functions that cancel the current drag and that remove the
 * listeners.
 */
export function trackKeys(area: HTMLElement, handlers: () => Handlers): { cancel: () => void; stop: () => void } {
  let end: ((isCanceled: boolean) => void) | null = null;
  let isOver = false;

  const press = (event: KeyboardEvent) => {
    if (!isKey(event, ' ') || event.defaultPrevented || end || activeDrag.getState().what || handlers().isBlocked) return;
    const row = liftable(event.target);
    if (!row || event.repeat) return;
    event.preventDefault();
    end = startDrag({ id: row.dataset.dragId ?? '', type: row.dataset.dragType ?? '' });
  };

  /** Handles one drag from the pick-up to the drop. Returns the function that ends it. */
  function startDrag(what: DragItem): (isCanceled: boolean) => void {
    const listening = new AbortController();
    const listen = <K extends keyof WindowEventMap>(type: K, hear: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, hear, { capture: true, signal: listening.signal });

    const finish = (isCanceled: boolean) => {
      listening.abort();
      end = null;
      // The item stays picked up until it has the focus in its new position, because a long list only mounts rows that
      // are visible, focused or dragged.
      if (isOver) handlers().onDrop(what, isCanceled);
      else {
        flushSync(() => handlers().onDrop(what, isCanceled));
        keepInSight(area, what);
      }
      activeDrag.setState({ what: null, by: null });
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
      const place = placeAfter(area, handlers(), what, step);
      if (!place) return;
      flushSync(() => handlers().onOver(what, place));
      keepInSight(area, what);
    });
    // Using the pointer cancels a keyboard drag.
    listen('pointerdown', () => finish(true));

    activeDrag.setState({ what, by: 'keyboard' });
    handlers().onLift(what);
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
function placeAfter(area: HTMLElement, { idsOf }: Handlers, what: DragItem, { axis, by }: Step): DropTarget | null {
  const row = rowOf(area, what);
  const group = row?.closest<HTMLElement>(`[data-drag-accepts="${what.type}"]`);
  if (!row || !group) return null;
  if (group.dataset.dragAxis === axis) {
    const id = group.dataset.dragGroup ?? '';
    const ids = idsOf(what.type, id);
    const index = ids.indexOf(what.id);
    if (index === -1 || (by === -1 ? index === 0 : index === ids.length - 1)) return null;
    return { group: id, before: ids[by === -1 ? index - 1 : index + 2] ?? null };
  }
  // Into the neighboring group, at the same height on the screen.
  const groups = groupsOf(area, what.type);
  const beside = groups[groups.indexOf(group) + by];
  if (!beside) return null;
  const { left, top, width, height } = row.getBoundingClientRect();
  return placeIn(beside, what, { x: left + width / 2, y: top + height / 2 });
}

/** Focuses a moved row again and scrolls it into view, because it is remounted elsewhere and loses the focus. */
function keepInSight(area: HTMLElement, what: DragItem): void {
  const row = rowOf(area, what);
  const holder = row?.querySelector<HTMLElement>('[data-drag-handle]') ?? row?.firstElementChild;
  if (!(holder instanceof HTMLElement)) return;
  if (document.activeElement !== holder) holder.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
