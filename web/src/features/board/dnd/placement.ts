/** Where a dragged item would be dropped: among the rows at the pointer, or some steps of the arrow keys away. */
import { CollisionPriority, CollisionType, Plugin, type PluginOptions } from '@dnd-kit/abstract';
import { type CollisionEvent, type DragDropManager, type DragEndEvent, type DragOverEvent, Droppable, type DroppableInput, Scroller } from '@dnd-kit/dom';
import { flushSync } from 'react-dom';
import { activeDrag, type DragHandlers, type DragItem, type DropTarget } from './activeDrag';
import { dropTargetIn, groupsOf, handleOf, horizontalScrollerOf, isInBounds, rowOf, scrollerOf } from './geometry';

interface PlacementOptions extends PluginOptions {
  area: HTMLElement;
  handlers: () => DragHandlers;
}

/** One press of an arrow key. */
export interface Step {
  axis: 'x' | 'y';
  by: -1 | 1;
}

/**
 * A dnd-kit plugin with one droppable per group. The collision detector finds the group nearest to the pointer; only
 * the rows of that group are measured.
 */
export class Placement extends Plugin<DragDropManager, PlacementOptions> {
  /** The current drop target; null for the original position. */
  target: DropTarget | null = null;
  readonly #area: HTMLElement;
  readonly #handlers: () => DragHandlers;
  readonly #droppables = new Map<HTMLElement, Droppable>();
  #frame = 0;

  constructor(manager: DragDropManager, options?: PluginOptions) {
    super(manager, options as PlacementOptions);
    if (!this.options) throw new Error('The placement needs an area.');
    this.#area = this.options.area;
    this.#handlers = this.options.handlers;
    manager.monitor.addEventListener('collision', (event) => this.#onCollision(event));
    manager.monitor.addEventListener('dragend', (event) => this.#onDragEnd(event));
    // The default only scrolls what is under the pointer, which may be the header of a list.
    const scroller = manager.registry.plugins.get(Scroller);
    if (scroller) scroller.getScrollableElements = () => this.#scrollable();
    document.addEventListener('scroll', this.#onScroll, { capture: true, passive: true });
  }

  override destroy(): void {
    super.destroy();
    cancelAnimationFrame(this.#frame);
    document.removeEventListener('scroll', this.#onScroll, { capture: true });
  }

  /** Creates the droppables of new groups, and removes those of removed ones. */
  updateGroups(): void {
    const groups = groupsOf(this.#area);
    for (const group of groups) {
      if (!this.#droppables.has(group)) this.#droppables.set(group, new Droppable(this.#droppableOf(group), this.manager));
    }
    for (const [group, droppable] of this.#droppables) {
      if (groups.includes(group)) continue;
      droppable.destroy();
      this.#droppables.delete(group);
    }
  }

  /** Returns whether the end of a drag leaves the item where it was. */
  isCanceled({ canceled }: DragEndEvent): boolean {
    return canceled || (activeDrag.getState().input === 'pointer' && this.target === null);
  }

  /** Moves the item by one step of the arrow keys. */
  move(step: Step): void {
    const { item } = activeDrag.getState();
    const target = item && targetAfterStep(this.#area, this.#handlers(), item, step);
    if (!target) return;
    flushSync(() => this.#change(item, target));
    restoreFocusAndScroll(this.#area, item);
  }

  #droppableOf(group: HTMLElement): DroppableInput {
    const { dragGroup = '', dragAccepts = '' } = group.dataset;
    return {
      id: dragGroup,
      element: group,
      accept: dragAccepts,
      collisionDetector: ({ dragOperation }) => {
        const { current } = dragOperation.position;
        if (!isInBounds(this.#area, current)) return null;
        const { left, right } = group.getBoundingClientRect();
        const distance = Math.max(left - current.x, 0, current.x - right);
        return { id: dragGroup, priority: CollisionPriority.Normal, type: CollisionType.PointerIntersection, value: -distance };
      },
    };
  }

  #onCollision({ collisions: [nearest] }: Pick<CollisionEvent, 'collisions'>): void {
    const { item, input } = activeDrag.getState();
    if (!item || input !== 'pointer') return;
    const { dragOperation, registry } = this.manager;
    const group = nearest && registry.droppables.get(nearest.id)?.element;
    const target = group instanceof HTMLElement ? dropTargetIn(group, item, dragOperation.position.current) : null;
    if (target?.group !== this.target?.group || target?.before !== this.target?.before) this.#change(item, target);
  }

  #change(item: DragItem, target: DropTarget | null): void {
    this.target = target;
    this.#handlers().onOver(item, target);
    // dnd-kit itself only reports another group, not another position in it.
    const operation = this.manager.dragOperation.snapshot() as DragOverEvent['operation'];
    this.manager.monitor.dispatch('dragover', { operation, cancelable: false, defaultPrevented: false, preventDefault: () => undefined });
  }

  #onDragEnd({ nativeEvent, canceled }: DragEndEvent): void {
    // The last movement may not have been drawn yet.
    if (canceled || !(nativeEvent instanceof PointerEvent)) return;
    this.manager.dragOperation.position.current = { x: nativeEvent.clientX, y: nativeEvent.clientY };
    this.#onCollision({ collisions: this.manager.collisionObserver.computeCollisions() });
  }

  // Scrolling moves the rows below a resting pointer.
  readonly #onScroll = () => {
    if (this.#frame !== 0 || activeDrag.getState().input !== 'pointer') return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.manager.collisionObserver.forceUpdate();
    });
  };

  /** Returns the elements to scroll near their edges: the rows of the group, then the groups themselves. */
  #scrollable(): Set<Element> {
    const { target } = this;
    const item = activeDrag.getState().item;
    const group = target && item && groupsOf(this.#area, item.type).find(({ dataset }) => dataset.dragGroup === target.group);
    const horizontal = horizontalScrollerOf(this.#area);
    return new Set(group ? [scrollerOf(group), ...(horizontal ? [horizontal] : [])] : []);
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
export function restoreFocusAndScroll(area: HTMLElement, item: DragItem): void {
  const row = rowOf(area, item);
  const handle = row && handleOf(row);
  if (!handle) return;
  if (document.activeElement !== handle) handle.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
