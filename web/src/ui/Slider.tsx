import { type ComponentProps, type CSSProperties, useEffect, useRef } from 'react';
import { cx } from './cx';

interface SliderProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'min' | 'max'> {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value in words, for screen readers: "50 percent". */
  formatValue: (value: number) => string;
  /** Follows the hand: the value is to follow too. */
  onValueChange: (value: number) => void;
  /** The hand has let go, or a key was pressed. */
  onValueCommit: (value: number) => void;
}

/** A value between two others, where about is enough. The browser's own, which every phone and screen reader knows. */
export function Slider({ label, value, min, max, step = 1, formatValue, onValueChange, onValueCommit, className, ...rest }: SliderProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef(onValueCommit);
  useEffect(() => {
    choose.current = onValueCommit;
  });
  // React tells of every move by `onChange`; that the hand has let go only the browser's own event tells.
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
