import type { CardView } from '@twentyfour/core';
import { type LucideIcon, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx';
import { Icon } from '../../../ui/Icon';
import type { PickerKind } from '../pickers/openedPicker';
import { PickerButton } from './PickerButton';

/** The styles of a value that is a button: larger than its text without moving it. */
export const FACT_BUTTON = cx(
  'flex min-h-8 min-w-0 max-w-full items-center gap-2 px-2 py-1 max-md:px-3 coarse:min-h-11',
  'md:-mx-2 md:w-[calc(100%+1rem)]',
);

/** The frame of a value on narrow screens. */
export const FACT_CHIP = 'max-md:rounded-md max-md:px-3 max-md:ring-1 max-md:ring-line max-md:ring-inset';

interface FactProps {
  name: string;
  /** Whether there is no value, so that the row only offers to add one. */
  isEmpty?: boolean;
  /** Whether the value takes a row of its own on narrow screens. */
  isBlock?: boolean;
  /** Whether narrow screens, which have no names, leave it out. */
  isWideOnly?: boolean;
  children: ReactNode;
}

/** The name and the value of a card's fact: a row, or a chip without its name on narrow screens. */
export function Fact({ name, isEmpty = false, isBlock = false, isWideOnly = false, children }: FactProps) {
  return (
    <div className={cx('max-w-full min-w-0 md:contents', isBlock && 'basis-full', isWideOnly && 'max-md:hidden')}>
      <dt className={isEmpty ? 'sr-only' : 'text-secondary max-md:sr-only md:py-1.5 md:coarse:py-3'}>{name}</dt>
      <dd className={cx('min-w-0', isEmpty && 'md:col-span-2')}>{children}</dd>
    </div>
  );
}

interface EditableFactProps {
  card: CardView;
  field: PickerKind;
  name: string;
  /** The value in words; null if there is none. */
  value: string | null;
  /** The words of the button that adds a value. */
  addText: string;
  /** Drawn before a value on narrow screens, where its name is hidden. */
  icon?: LucideIcon;
  /** How a value is shown; its words by default. */
  children?: ReactNode;
}

/** A fact that is changed by a click on its value. */
export function EditableFact({ card, field, name, value, addText, icon, children }: EditableFactProps) {
  return (
    <Fact name={name} isEmpty={value === null}>
      <PickerButton card={card} field={field} name={name} value={value} addText={addText} className={cx(FACT_BUTTON, value !== null && FACT_CHIP)}>
        {value === null ? (
          <AddText text={addText} />
        ) : (
          <>
            {icon && <Icon icon={icon} size={14} className="shrink-0 text-secondary md:hidden" />}
            {children ?? <span className="min-w-0">{value}</span>}
          </>
        )}
      </PickerButton>
    </Fact>
  );
}

/** The words that add a value, quieter than a value. */
export function AddText({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-2 text-secondary">
      <Icon icon={Plus} size={14} className="shrink-0" />
      {text}
    </span>
  );
}
