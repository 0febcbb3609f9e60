import type { ComponentProps } from 'react';
import { cx } from './cx';

interface SwitchProps extends Omit<ComponentProps<'button'>, 'onChange'> {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A switch that takes effect immediately. */
export function Switch({ isOn, onChange, className, ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className={cx('group grid h-9 place-items-center rounded-full coarse:h-11', className)}
      {...rest}
    >
      <span
        className={cx(
          'flex h-6 w-10 items-center rounded-full p-[3px] ring-1 ring-inset transition-colors duration-120',
          isOn ? 'bg-accent-control ring-transparent group-hover:bg-accent-control/90' : 'bg-sunken ring-control group-hover:bg-hover',
        )}
      >
        <span
          className={cx(
            'size-[18px] rounded-full transition-transform duration-120 ease-out',
            isOn ? 'translate-x-4 bg-surface' : 'bg-(--control-border)',
          )}
        />
      </span>
    </button>
  );
}
