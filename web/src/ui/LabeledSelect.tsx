import { cx } from './cx';
import { Select, type SelectProps } from './Select';

/** A select field below its label. */
export function LabeledSelect<T extends string>({ className, ...props }: SelectProps<T>) {
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <span aria-hidden className="text-sm font-medium">
        {props.label}
      </span>
      <Select className="w-full" {...props} />
    </div>
  );
}
