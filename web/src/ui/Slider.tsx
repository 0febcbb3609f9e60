import { type ComponentProps, type CSSProperties, useEffect, useRef } from 'react';
import { classes } from './classes';

interface SliderProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'min' | 'max'> {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value in words, for screen readers: "50 percent". */
  words: (value: number) => string;
  /** Follows the hand: the value is to follow too. */
  onSlide: (value: number) => void;
  /** The hand has let go, or a key was pressed. */
  onChoose: (value: number) => void;
}

/** A value between two others, where about is enough. The browser's own, which every phone and screen reader knows. */
export function Slider({ label, value, min, max, step = 1, words, onSlide, onChoose, className, ...rest }: SliderProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  // React tells of every move by `onChange`; that the hand has let go only the browser's own event tells.
  useEffect(() => {
    const element = input.current;
    const onLetGo = () => element && choose.current(element.valueAsNumber);
    element?.addEventListener('change', onLetGo);
    return () => element?.removeEventListener('change', onLetGo);
  }, []);
  return (
    <input
      ref={input}
      type="range"
      aria-label={label}
      aria-valuetext={words(value)}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onSlide(event.target.valueAsNumber)}
      style={{ '--share': `${((value - min) / (max - min)) * 100}%` } as CSSProperties}
      className={classes('slider h-9 w-full cursor-pointer coarse:h-11', className)}
      {...rest}
    />
  );
}
