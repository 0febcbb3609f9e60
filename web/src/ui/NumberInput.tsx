import type { ComponentProps } from 'react';
import { cx } from './cx';
import { inputClassName } from './Field';
import { keyOf } from './keyboard';

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'min' | 'max' | 'type'> {
  /** The text of the input; also empty if the browser cannot parse it as a number. */
  value: string;
  onChange: (text: string) => void;
  min: number;
  max: number;
  /** A short unit after the number: "min". */
  unit?: string;
}

/** Parses a whole number; returns null if the text is not one. Does not check a field's range. */
export function parseInteger(text: string): number | null {
  return /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

/**
 * A number field. Up and Down step by one, Page Up and Page Down by ten, within the range; typed numbers may be outside
 * it.
 */
export function NumberInput({ value, onChange, min, max, unit, className, onKeyDown, ...rest }: NumberInputProps) {
  const number = parseInteger(value);
  const step = (by: number) => onChange(String(Math.min(Math.max((number ?? min) + by, min), max)));
  return (
    <span className={cx('relative inline-flex', className)}>
      <input
        type="number"
        inputMode="numeric"
        autoComplete="off"
        min={min}
        max={max}
        // False positive: the rule treats a number field as a textbox.
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props
        aria-valuetext={number !== null && unit ? `${number} ${unit}` : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        // A focused number field would change its value instead of scrolling the page.
        onWheel={(event) => event.currentTarget.blur()}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          const by = STEPS[keyOf(event) ?? ''];
          if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          step(by);
        }}
        className={cx(inputClassName, 'digits number-field h-9 coarse:h-11', unit && 'pr-11')}
        {...rest}
      />
      {unit && (
        <span aria-hidden className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-sm text-secondary">
          {unit}
        </span>
      )}
    </span>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
