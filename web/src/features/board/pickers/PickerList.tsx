import { Check, Minus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import * as messages from '../../../messages/selection';
import { cx } from '../../../ui/cx';
import { inputClassName } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import { keyOf } from '../../../ui/keyboard';
import type { Share } from './types';

export interface PickerOption {
  value: string;
  /** The accessible name, which is also what the field searches. */
  text: string;
  content: ReactNode;
  share: Share;
}

interface PickerListProps {
  /** The accessible label. */
  label: string;
  options: readonly PickerOption[];
  /** Whether the options are checked one by one, instead of one replacing the others. */
  isMultiple?: boolean;
  /** The label of the field that searches the options; without it there is no field. */
  filterLabel?: string;
  maxChars?: number;
  /** Whether it takes the focus when it is mounted. True by default. */
  hasAutoFocus?: boolean;
  /** Returns the option that adds what was typed, or null. */
  newOption?: (text: string) => PickerOption | null;
  /** The text shown if there are no options. */
  empty?: string;
  /** The sentence of the last rejection. */
  error: string | null;
  onPick: (option: PickerOption) => void;
}

/** The options of a picker. The arrow keys move between them, Enter picks one, and typing searches them. */
export function PickerList({ label, options, isMultiple = false, filterLabel, maxChars, hasAutoFocus = true, newOption, empty, error, onPick }: PickerListProps) {
  const id = useId();
  const [text, setText] = useState('');
  const query = text.trim().toLowerCase();
  const matching = options.filter((option) => option.text.toLowerCase().includes(query));
  const added = newOption?.(text.trim()) ?? null;
  const shown = added ? [...matching, added] : matching;
  // The current value is the first to be replaced.
  const [activeIndex, setActiveIndex] = useState(() => (isMultiple ? 0 : Math.max(options.findIndex(({ share }) => share === 'all'), 0)));
  const active = Math.min(activeIndex, shown.length - 1);
  const list = useRef<HTMLDivElement>(null);

  const activate = (index: number) => {
    setActiveIndex(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  };
  const pick = (option: PickerOption | undefined) => {
    if (!option) return;
    onPick(option);
    setText('');
    if (text !== '') setActiveIndex(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    const isInField = filterLabel !== undefined;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'ArrowDown') activate((active + 1) % shown.length);
    else if (key === 'ArrowUp') activate((active + shown.length - 1) % shown.length);
    else if (key === 'Enter' || (key === ' ' && !isInField)) pick(shown[active]);
    else if (key === 'Home' && !isInField) activate(0);
    else if (key === 'End' && !isInField) activate(shown.length - 1);
    else if (key?.length === 1 && !isInField) {
      const found = shown.findIndex((option) => option.text.toLowerCase().startsWith(key));
      if (found !== -1) activate(found);
    } else return;
    event.preventDefault();
  };
  const focusProps = {
    'aria-activedescendant': shown.length > 0 ? `${id}-${active}` : undefined,
    onKeyDown,
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- The picker was opened to choose a value.
    autoFocus: hasAutoFocus,
  };

  return (
    <>
      {filterLabel !== undefined && (
        <input
          role="combobox"
          aria-label={filterLabel}
          aria-controls={`${id}-list`}
          aria-expanded
          aria-invalid={error ? true : undefined}
          placeholder={filterLabel}
          autoComplete="off"
          maxLength={maxChars}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActiveIndex(0);
          }}
          {...focusProps}
          className={cx(inputClassName, 'mb-1 h-9 coarse:h-11')}
        />
      )}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple || undefined}
        {...(filterLabel === undefined ? { ...focusProps, tabIndex: 0 } : {})}
        className="flex max-h-64 flex-col overflow-y-auto rounded-sm outline-none"
      >
        {shown.map((option, index) => (
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-label={option.text}
            tabIndex={-1}
            aria-selected={isMultiple ? index === active : option.share === 'all'}
            aria-checked={isMultiple ? CHECKED[option.share] : undefined}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => setActiveIndex(index)}
            onClick={() => pick(option)}
            className={cx(
              'flex min-h-9 shrink-0 cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1 select-none coarse:min-h-11',
              index === active && 'bg-hover',
            )}
          >
            <span className="flex min-w-0 flex-1 items-center gap-2">{option.content}</span>
            {option.share !== 'none' && <Icon icon={option.share === 'all' ? Check : Minus} size={16} className="shrink-0 text-accent-text" />}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="px-2.5 py-2 text-sm text-secondary">{query === '' && empty ? empty : messages.noMatches()}</p>}
      {error && (
        <p role="alert" className="px-2.5 py-2 text-sm text-danger">
          {error}
        </p>
      )}
    </>
  );
}

const CHECKED: Record<Share, boolean | 'mixed'> = { all: true, some: 'mixed', none: false };
