/** Lifting by keyboard: Space lifts, the arrows move, Space drops, Escape puts back. */
import { flushSync } from 'react-dom';
import { isKey, keyOf } from '../keyboard';
import { groupsOf, placeIn, rowOf } from './geometry';
import { type Handlers, type DragItem, activeDrag, type DropTarget } from './lifted';

/** The row that a key is meant for, when it is pressed on what lifts by keyboard. */
function liftable(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const isGrip = target.matches('[data-drag-handle], [data-drag-type] > *');
  return isGrip ? target.closest<HTMLElement>('[data-drag-type]') : null;
}

/** Lets what lies in an area be moved by keys. Gives functions that put back what is lifted, and that end it. */
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

  /** From the lift to the drop. */
  function startDrag(what: DragItem): (isCanceled: boolean) => void {
    const listening = new AbortController();
    const listen = <K extends keyof WindowEventMap>(type: K, hear: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, hear, { capture: true, signal: listening.signal });

    const finish = (isCanceled: boolean) => {
      listening.abort();
      end = null;
      // It stays lifted until it has the focus in its new place: a long list keeps only rows mounted that are seen or held.
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
    // A hand that reaches for the mouse has given up on the keys.
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

/** Where a step leads; null where there is nothing further. */
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
  // Into the group beside its own, at the same height on the screen.
  const groups = groupsOf(area, what.type);
  const beside = groups[groups.indexOf(group) + by];
  if (!beside) return null;
  const { left, top, width, height } = row.getBoundingClientRect();
  return placeIn(beside, what, { x: left + width / 2, y: top + height / 2 });
}

/** What was moved is drawn anew elsewhere and loses the focus on the way; it gets it back. */
function keepInSight(area: HTMLElement, what: DragItem): void {
  const row = rowOf(area, what);
  const holder = row?.querySelector<HTMLElement>('[data-drag-handle]') ?? row?.firstElementChild;
  if (!(holder instanceof HTMLElement)) return;
  if (document.activeElement !== holder) holder.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
