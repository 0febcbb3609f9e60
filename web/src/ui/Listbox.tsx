import { Check } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { cx } from './cx';
import { Icon } from './Icon';
import { keyOf } from './keyboard';

interface ListboxProps<T extends string> {
  /** The accessible label. */
  label: string;
  value: T;
  /** `lang` is the language of the text, if it is not that of the page. */
  options: readonly { value: T; text: string; hint?: string; lang?: string }[];
  onValueChange: (value: T) => void;
}

/** Returns the index that an arrow, Home or End key moves to, or null for other keys. */
function step(key: string | null, index: number, count: number): number | null {
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** A list of options with the selected one in bold. Arrow keys move the focus; Enter, Space or a click selects. */
export function Listbox<T extends string>({ label, value, options, onValueChange }: ListboxProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const key = keyOf(event);
    const next = step(key, index, options.length);
    if (next !== null) list.current?.querySelectorAll<HTMLElement>('[role=option]')[next]?.focus();
    else if (key === 'Enter' || key === ' ') onValueChange(options[index]!.value);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={list} role="listbox" aria-label={label} className="flex flex-col">
      {options.map((option, index) => {
        const isChosen = option.value === value;
        return (
          <div
            key={option.value}
            role="option"
            aria-selected={isChosen}
            // The selected option is the only tab stop.
            tabIndex={isChosen ? 0 : -1}
            onClick={() => onValueChange(option.value)}
            onKeyDown={(event) => onKeyDown(event, index)}
            className={cx(
              'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1.5 select-none hover:bg-hover',
              'focus-visible:bg-hover focus-visible:-outline-offset-2 coarse:min-h-11',
              isChosen && 'font-bold',
            )}
          >
            <span dir="auto" lang={option.lang} className="min-w-0 flex-1">
              {option.text}
              {option.hint && <span className="block text-sm font-normal text-secondary">{option.hint}</span>}
            </span>
            <Icon icon={Check} size={16} className={cx('text-accent-text', !isChosen && 'invisible')} />
          </div>
        );
      })}
    </div>
  );
}
