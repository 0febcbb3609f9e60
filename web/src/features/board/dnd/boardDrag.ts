/**
 * Drag and drop by dnd-kit. A row costs nothing until it is pressed: only then it becomes dnd-kit's single draggable,
 * in the capture phase, so that dnd-kit's sensors get the same event.
 */
import {
  Accessibility, AutoScroller, DragDropManager, type DragEndEvent, Draggable, type DragStartEvent, Feedback, PreventSelection, StyleInjector,
} from '@dnd-kit/dom';
import { flushSync } from 'react-dom';
import { isKey } from '../../../ui/keyboard';
import { activeDrag, type DragHandlers, type DragItem, dropAnimation } from './activeDrag';
import { handleOf, horizontalScrollerOf, itemOf, type Point, pressedRow, rowOf } from './geometry';
import { keyboardSensor } from './keyboard';
import { addOverlay } from './overlay';
import { Placement, restoreFocusAndScroll } from './placement';
import { pointerSensor, suppressNextClick, TOUCH_TOLERANCE_PX } from './pointer';

/** The ids under which dnd-kit adds the live region and the instructions to the page. */
const ACCESSIBILITY_ID = 'board';
const LIVE_REGION_ID = `dnd-kit-announcement-${ACCESSIBILITY_ID}`;
/** The id of the hidden drag instructions, which every draggable element refers to in `aria-describedby`. */
export const DRAG_INSTRUCTIONS_ID = `dnd-kit-description-${ACCESSIBILITY_ID}`;

/** The attributes that dnd-kit adds to a handle. They would turn a card into a toggle button. */
const HANDLE_STATES = ['aria-pressed', 'aria-grabbed', 'aria-disabled'];

export interface BoardDrag {
  /** Adapts to added and removed groups. */
  updateGroups: () => void;
  /** Cancels the current drag. */
  cancel: () => void;
  destroy: () => void;
}

/** Enables dragging in an area. */
export function createBoardDrag(area: HTMLElement, handlers: () => DragHandlers): BoardDrag {
  const announce = (change: 'moved' | 'dropped' | 'canceled') => {
    const { item } = activeDrag.getState();
    return item ? handlers().announcements[change](item) : undefined;
  };
  const manager = new DragDropManager({
    sensors: [pointerSensor, keyboardSensor],
    plugins: [
      // First, so that it knows the final position before it is announced.
      { plugin: Placement, options: { area, handlers } },
      Accessibility.configure({
        id: ACCESSIBILITY_ID,
        announcements: {
          dragstart: ({ operation }: DragStartEvent) => handlers().announcements.pickedUp(operation.source?.data as DragItem),
          dragover: () => announce('moved'),
          dragend: (event: DragEndEvent) => announce(placement?.isCanceled(event) ? 'canceled' : 'dropped'),
        },
        screenReaderInstructions: { draggable: handlers().announcements.instructions },
        debounce: 0,
      }),
      AutoScroller,
      Feedback.configure({ feedback: () => (activeDrag.getState().input === 'keyboard' ? 'none' : 'default'), dropAnimation: null }),
      PreventSelection,
    ],
  });
  const placement = manager.registry.plugins.get(Placement);
  const feedback = manager.registry.plugins.get(Feedback);
  // A new style sheet at each pick-up would restyle the whole page, which took 60 ms. `overlay.ts` has the styles instead.
  manager.registry.plugins.unregister(StyleInjector);
  const cancel = () => manager.actions.stop({ canceled: true });
  let hadFocus = false;
  let wasDragged = false;
  // Where a finger has picked up an item, until it moves away.
  let longPress: Point | null = null;
  let isByTouch = false;
  let isDestroyed = false;

  // The live region is created with the first draggable, which would be too late for the first press of Space.
  let draggable = new Draggable({ id: '', element: document.createElement('button'), register: false }, manager);
  draggable.register();
  // Announcements of earlier positions are outdated, so they must not be read out to the end. dnd-kit has scheduled
  // the creation for the same frame.
  requestAnimationFrame(() => document.getElementById(LIVE_REGION_ID)?.setAttribute('aria-live', 'assertive'));

  const handleStates = new MutationObserver((changes) => {
    for (const { target, attributeName } of changes) (target as Element).removeAttribute(attributeName ?? '');
  });

  const press = (event: PointerEvent | KeyboardEvent) => {
    const { target } = event;
    // The page may not have seen the release of a drag that Escape canceled.
    if (event instanceof PointerEvent && event.isPrimary) wasDragged = false;
    if (event instanceof PointerEvent ? !event.isPrimary || event.button !== 0 : !isKey(event, ' ')) return;
    if (!manager.dragOperation.status.idle || !(target instanceof Element)) return;
    draggable.destroy();
    handleStates.disconnect();
    const row = handlers().isBlocked ? null : pressedRow(target);
    const element = row?.firstElementChild;
    const handle = row && handleOf(row);
    if (!row || !element || !handle) return;
    const item = itemOf(row);
    draggable = new Draggable({ id: item.id, type: item.type, data: item, element, handle, register: false }, manager);
    handleStates.observe(handle, { attributeFilter: HANDLE_STATES });
    draggable.register();
  };

  const onDragStart = ({ operation: { source, activatorEvent } }: DragStartEvent) => {
    const item = source?.data as DragItem;
    const isByPointer = activatorEvent instanceof PointerEvent;
    const original = rowOf(area, item)?.firstElementChild;
    if (placement) placement.target = null;
    if (isByPointer && feedback && original instanceof HTMLElement) {
      wasDragged = true;
      isByTouch = activatorEvent.pointerType === 'touch';
      longPress = isByTouch ? { x: activatorEvent.clientX, y: activatorEvent.clientY } : null;
      hadFocus = original.contains(document.activeElement);
      const overlay = addOverlay(original, handlers().countOf(item));
      // Instead of the body, so that the overlay's cursor is shown.
      try {
        overlay.setPointerCapture(activatorEvent.pointerId);
      } catch {
        // The pointer has gone, for example with its pen.
      }
      feedback.overlay = overlay;
      setScrollSnapping(area, false);
    }
    activeDrag.setState({ item, input: isByPointer ? 'pointer' : 'keyboard' });
    handlers().onPickUp(item);
  };

  const onDragEnd = (event: DragEndEvent) => {
    const { item, input } = activeDrag.getState();
    if (!item) return;
    const isCanceled = placement?.isCanceled(event) ?? true;
    if (input === 'pointer') {
      const { overlay } = feedback ?? {};
      if (overlay && !isDestroyed) dropAnimation.settle?.(overlay, () => rowOf(area, item)?.firstElementChild ?? null, isByTouch);
      overlay?.remove();
      setScrollSnapping(area, true);
      activeDrag.setState({ item: null, input: null });
      handlers().onDrop(item, isCanceled);
      if (longPress && !event.canceled) handlers().onLongPress(item);
      // In another list the row is a new element, and the focused one has been removed.
      else if (hadFocus) requestAnimationFrame(() => focusAgain(area, item));
      return;
    }
    // The item stays picked up until it has the focus in its new position, because a long list only mounts rows that
    // are visible, focused or dragged.
    if (isDestroyed) handlers().onDrop(item, isCanceled);
    else {
      flushSync(() => handlers().onDrop(item, isCanceled));
      restoreFocusAndScroll(area, item);
    }
    activeDrag.setState({ item: null, input: null });
  };

  const onPointer = (event: PointerEvent) => {
    // dnd-kit would also follow a second finger.
    if (!event.isPrimary && activeDrag.getState().input === 'pointer') event.stopPropagation();
    if (longPress && Math.hypot(event.clientX - longPress.x, event.clientY - longPress.y) > TOUCH_TOLERANCE_PX) longPress = null;
    if (!event.isPrimary || event.type === 'pointermove' || !wasDragged) return;
    wasDragged = false;
    // After Escape as well. dnd-kit stops listening before the click.
    if (event.type === 'pointerup') suppressNextClick();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (activeDrag.getState().input !== 'pointer' || !isKey(event, 'Escape')) return;
    // Escape must not close a panel as well.
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };

  manager.monitor.addEventListener('dragstart', onDragStart);
  manager.monitor.addEventListener('dragend', onDragEnd);
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  area.addEventListener('pointerdown', press, options);
  area.addEventListener('keydown', press, options);
  for (const type of ['pointermove', 'pointerup', 'pointercancel'] as const) window.addEventListener(type, onPointer, options);
  window.addEventListener('keydown', onKeyDown, options);

  return {
    updateGroups: () => placement?.updateGroups(),
    cancel,
    destroy: () => {
      isDestroyed = true;
      listening.abort();
      handleStates.disconnect();
      manager.destroy();
    },
  };
}

/** Switches the scroll snapping of phones, which would conflict with scrolling at the edges. */
function setScrollSnapping(area: HTMLElement, isOn: boolean): void {
  const scroller = horizontalScrollerOf(area);
  if (scroller) scroller.style.scrollSnapType = isOn ? '' : 'none';
}

function focusAgain(area: HTMLElement, item: DragItem): void {
  const element = rowOf(area, item)?.firstElementChild;
  if (document.activeElement === document.body && element instanceof HTMLElement) element.focus({ preventScroll: true });
}
