import { type ComponentProps, type CSSProperties, useEffect, useRef } from 'react';
import { cx } from './cx';

interface SliderProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'min' | 'max'> {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** Returns the value as text for screen readers: "50 percent". */
  formatValue: (value: number) => string;
  /** Called on every change while dragging; the value prop must follow. */
  onValueChange: (value: number) => void;
  /** Called when the user releases the slider or presses a key. */
  onValueCommit: (value: number) => void;
}

/** A native range slider, for values that need not be exact. */
export function Slider({ label, value, min, max, step = 1, formatValue, onValueChange, onValueCommit, className, ...rest }: SliderProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef(onValueCommit);
  useEffect(() => {
    choose.current = onValueCommit;
  });
  // React's `onChange` fires on every move; only the native event signals the release.
  useEffect(() => {
    const element = input.current;
    const handleChange = () => element && choose.current(element.valueAsNumber);
    element?.addEventListener('change', handleChange);
    return () => element?.removeEventListener('change', handleChange);
  }, []);
  return (
    <input
      ref={input}
      type="range"
      aria-label={label}
      aria-valuetext={formatValue(value)}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onValueChange(event.target.valueAsNumber)}
      style={{ '--share': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
      className={cx('slider h-9 w-full cursor-pointer coarse:h-11', className)}
      {...rest}
    />
  );
}
