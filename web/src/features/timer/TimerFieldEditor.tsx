import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId } from 'react';
import { cx } from '../../ui/cx';
import { inputClassName } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { keyOf } from '../../ui/keyboard';
import { usePressAndHold } from './usePressAndHold';

type Direction = 'up' | 'down';

interface TimerFieldEditorProps {
  label: string;
  /** The name of the arrow above the field. */
  increaseLabel: string;
  /** The name of the arrow below the field. */
  decreaseLabel: string;
  text: string;
  isReadOnly: boolean;
  onTextChange: (text: string) => void;
  onCommit: () => void;
  onStep: (direction: Direction) => void;
}

/** A field with a stepper arrow above and below. The arrow keys step too. */
export function TimerFieldEditor({
  label,
  increaseLabel,
  decreaseLabel,
  text,
  isReadOnly,
  onTextChange,
  onCommit,
  onStep,
}: TimerFieldEditorProps) {
  const id = useId();
  // Two instances, because pressing an arrow button blurs the field, which must only end the repetition by keys.
  const pointerHold = usePressAndHold<Direction>(onStep);
  const keyHold = usePressAndHold<Direction>(onStep);
  const keys: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down' };

  const arrow = (direction: Direction, name: string) => (
    <button
      type="button"
      aria-label={name}
      disabled={isReadOnly}
      className="grid h-9 w-full place-items-center rounded-md text-secondary transition-colors duration-120 hover:bg-hover hover:text-primary disabled:pointer-events-none disabled:opacity-40 coarse:h-11"
      onPointerDown={(event) => event.button === 0 && pointerHold.start(direction)}
      onPointerUp={pointerHold.stop}
      onPointerLeave={pointerHold.stop}
      onPointerCancel={pointerHold.stop}
      // Clicks by keyboard or assistive technology have no pointer events.
      onClick={(event) => event.detail === 0 && onStep(direction)}
    >
      <Icon icon={direction === 'up' ? ChevronUp : ChevronDown} size={22} />
    </button>
  );

  return (
    <div className="flex w-30 flex-col items-center gap-1">
      <label htmlFor={id} className="text-sm font-medium text-secondary">
        {label}
      </label>
      {arrow('up', increaseLabel)}
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        readOnly={isReadOnly}
        className={cx(inputClassName, 'digits h-16 text-center text-2xl! font-semibold read-only:opacity-60')}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onTextChange(event.target.value)}
        onBlur={() => {
          keyHold.stop();
          onCommit();
        }}
        onKeyDown={(event) => {
          const key = keyOf(event) ?? '';
          const direction = keys[key];
          if (direction && !isReadOnly) {
            event.preventDefault();
            // Ignores the system's key repeat, so that holding repeats at our own rate.
            if (!event.repeat) keyHold.start(direction);
          } else if (key === 'Enter') {
            onCommit();
          }
        }}
        onKeyUp={(event) => keys[keyOf(event) ?? ''] && keyHold.stop()}
      />
      {arrow('down', decreaseLabel)}
    </div>
  );
}
