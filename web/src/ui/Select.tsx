import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx';
import { inputClassName } from './Field';
import { Icon } from './Icon';

export interface SelectProps<T extends string> extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  label: string;
  value: T;
  options: readonly { value: T; text: string }[];
  onValueChange: (value: T) => void;
  /** Whether it is as high as a `Field`. */
  isFieldHigh?: boolean;
}

/** A native select field, which phones and screen readers support well. */
export function Select<T extends string>({ label, value, options, onValueChange, isFieldHigh = false, className, ...rest }: SelectProps<T>) {
  return (
    <span className={cx('relative inline-flex', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onValueChange(chosen.value);
        }}
        className={cx(inputClassName, isFieldHigh ? 'h-10' : 'h-9', 'appearance-none truncate pr-8 coarse:h-11')}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} dir="auto" className="bg-raised text-primary">
            {option.text}
          </option>
        ))}
      </select>
      <Icon icon={ChevronDown} size={16} className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-secondary" />
    </span>
  );
}
