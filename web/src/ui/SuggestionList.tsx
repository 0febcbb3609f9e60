import * as RadixPopover from '@radix-ui/react-popover';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { cx } from './cx';
import { preventCloseWhileComposing } from './keyboard';

interface SuggestionListProps {
  id: string;
  /** The accessible label. */
  label: string;
  /** The text field, which keeps the focus. */
  field: RefObject<HTMLElement | null>;
  options: readonly { key: string; content: ReactNode }[];
  /** The index of the option that Enter chooses. */
  activeIndex: number;
  onActiveIndexChange: (index: number) => void;
  onChoose: (index: number) => void;
  onClose: () => void;
}

/** Returns the id of an option, for the field's `aria-activedescendant`. */
export const suggestionId = (id: string, index: number): string => `${id}-${index}`;

/** A list of suggestions that floats beside a text field. The field handles the keys; Escape and a click outside close the list. */
export function SuggestionList({ id, label, field, options, activeIndex, onActiveIndexChange, onChoose, onClose }: SuggestionListProps) {
  useEffect(() => {
    document.getElementById(suggestionId(id, activeIndex))?.scrollIntoView({ block: 'nearest' });
  }, [id, activeIndex]);
  return (
    <RadixPopover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixPopover.Anchor virtualRef={field as RefObject<HTMLElement>} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          id={id}
          role="listbox"
          aria-label={label}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={preventCloseWhileComposing}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && field.current?.contains(event.target)) event.preventDefault();
          }}
          className="z-50 max-h-64 w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md bg-raised p-1 shadow-float ring-1 ring-line outline-none"
        >
          {options.map(({ key, content }, index) => (
            <div
              key={key}
              id={suggestionId(id, index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              // Keeps the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => onActiveIndexChange(index)}
              onClick={() => onChoose(index)}
              className={cx(
                'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2.5 select-none coarse:min-h-11',
                index === activeIndex && 'bg-hover',
              )}
            >
              {content}
            </div>
          ))}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
