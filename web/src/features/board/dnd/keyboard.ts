/** Dragging by keyboard: Space picks up, the arrow keys move, Space drops, Escape cancels. */
import { type Draggable, type DragDropManager, KeyboardSensor, type KeyboardSensorOptions } from '@dnd-kit/dom';
import { keyOf } from '../../../ui/keyboard';
import { Placement, type Step } from './placement';

const STEPS: Readonly<Record<string, Step>> = {
  up: { axis: 'y', by: -1 },
  down: { axis: 'y', by: 1 },
  left: { axis: 'x', by: -1 },
  right: { axis: 'x', by: 1 },
};
const END_KEYS: readonly (string | null)[] = [' ', 'Enter', 'Tab', 'Escape'];
const STEP_KEYS: readonly (string | null)[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** dnd-kit's keyboard sensor, which moves by rows instead of pixels, because most rows of a long list are not mounted. */
class RowKeyboardSensor extends KeyboardSensor {
  #unbind: () => void = () => undefined;

  constructor(manager: DragDropManager, options?: KeyboardSensorOptions) {
    super(manager, options);
    // A drag that ends otherwise, for example because its card was deleted, must not keep the keys.
    manager.monitor.addEventListener('dragend', () => this.cleanup());
  }

  protected override handleStart(event: KeyboardEvent, source: Draggable, options: KeyboardSensorOptions | undefined): void {
    super.handleStart(event, source, options);
    const cancel = () => this.manager.actions.stop({ canceled: true });
    this.#unbind = this.listeners.bind(document, { type: 'pointerdown', listener: cancel, options: { capture: true } });
  }

  protected override handleKeyDown(event: KeyboardEvent, source: Draggable, options: KeyboardSensorOptions | undefined): void {
    const key = keyOf(event);
    const isEnd = END_KEYS.includes(key);
    if (event.ctrlKey || event.metaKey || event.altKey || (!isEnd && !STEP_KEYS.includes(key))) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isEnd || !event.repeat) super.handleKeyDown(event, source, options);
  }

  protected override handleMove(direction: string): void {
    const step = STEPS[direction];
    if (step) this.manager.registry.plugins.get(Placement)?.move(step);
  }

  protected override cleanup(): void {
    super.cleanup();
    this.#unbind();
  }
}

const defaults = KeyboardSensor.defaults.keyboardCodes;
const options: KeyboardSensorOptions = {
  keyboardCodes: { ...defaults, start: ['Space'], end: [...defaults.end, 'NumpadEnter'] },
  // Space on another control of the row, held down, or pressed while an input method is composing.
  preventActivation: (event, { handle }) => event.target !== handle || event.repeat || keyOf(event) !== ' ',
};

/** The keyboard sensor of a board. The inherited `configure` would configure the base class. */
export const keyboardSensor = { plugin: RowKeyboardSensor, options };
