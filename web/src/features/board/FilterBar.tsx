import type { CardFilter } from '@twentyfour/core';
import { Search } from 'lucide-react';
import { memo, type Ref, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/board';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { inputClassName } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { isKey } from '../../ui/keyboard';
import { lazyComponent } from '../../ui/lazyComponent';
import { LazyPanel } from '../../ui/LazyPanel';
import { MultiSelectMenu } from '../../ui/MultiSelectMenu';
import { Select } from '../../ui/Select';
import { dueOptions, EMPTY_FILTER } from './filterOptions';
import { LabelChip } from './LabelChip';
import { collectBoardLabels } from './labels';
import { PRIORITIES, PriorityBadge } from './priorities';

const SaveViewButton = lazyComponent(async () => ({ default: (await import('../views')).SaveViewButton }));

interface FilterBarProps {
  input: Ref<HTMLInputElement>;
  onClose: () => void;
}

/** Changes a part of the filter that is set now. */
function updateFilter(part: Partial<CardFilter>): void {
  dispatch({ type: 'set_filter', filter: { ...(mirror.getState().filter ?? EMPTY_FILTER), ...part } });
}

/** A bar that filters the cards by text, label, priority and due date. Closing it shows all cards again. */
export default function FilterBar({ input, onClose }: FilterBarProps) {
  const active = useMirror((state) => state.filter);
  const filter = active ?? EMPTY_FILTER;
  // The field has its own text, because surrounding spaces can be typed but are not part of the filter.
  const [text, setText] = useState(filter.text);
  // A filter of the address replaces what was typed.
  const [lastText, setLastText] = useState(filter.text);
  if (filter.text !== lastText) {
    setLastText(filter.text);
    if (filter.text.trim() !== text.trim()) setText(filter.text);
  }
  const type = (next: string) => {
    setText(next);
    updateFilter({ text: next });
  };
  const clear = useCallback(() => {
    setText('');
    dispatch({ type: 'set_filter', filter: null });
  }, []);
  // Deferred, so that the field and its keys are painted first.
  const later = useDeferredValue<ChoicesState | null>(useMemo(() => ({ active, hasText: text !== '' }), [active, text]), null);

  return (
    <div role="search" aria-label={messages.filterButton()} className="flex flex-wrap items-center gap-2 pb-1 max-sm:gap-x-1.5">
      {/* On phones, there is space beside it for the number of cards and the buttons, but not for a menu. */}
      <span
        className={cx(
          'relative min-w-44 flex-1 max-sm:-order-2 sm:max-w-72',
          later?.active ? 'max-sm:min-w-[max(7rem,calc(100%-16rem))]' : 'max-sm:min-w-[calc(100%-8rem)]',
        )}
      >
        <Icon icon={Search} size={16} className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-secondary" />
        <input
          ref={input}
          dir="auto"
          aria-label={messages.filterText()}
          placeholder={messages.filterText()}
          autoComplete="off"
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (!isKey(event, 'Escape')) return;
            if (text === '') onClose();
            else type('');
          }}
          className={cx(inputClassName, 'h-9 pl-8 coarse:h-11')}
        />
      </span>
      {later && <Choices {...later} onClear={clear} onClose={onClose} />}
    </div>
  );
}

interface ChoicesState {
  active: CardFilter | null;
  hasText: boolean;
}

interface ChoicesProps extends ChoicesState {
  onClear: () => void;
  onClose: () => void;
}

/** What follows the field: the menus of the filter, the number of cards, and the button that clears the filter or closes the bar. */
const Choices = memo(function Choices({ active, hasText, onClear, onClose }: ChoicesProps) {
  const isFiltered = active !== null;
  // Not deferred, because the next choice is added to them.
  const chosenLabels = useMirror(useShallow((state) => (state.filter ?? EMPTY_FILTER).labels));
  const chosenPriorities = useMirror(useShallow((state) => (state.filter ?? EMPTY_FILTER).priorities));
  const [labels, setLabels] = useState(() => collectBoardLabels(mirror.getState()));
  const board_id = useMirror(({ board }) => board?.id);
  const isEmpty = !isFiltered && !hasText;
  return (
    <>
      {/* Refreshes the labels when the pointer comes near, to include those that other users have added. */}
      <span onPointerEnter={() => setLabels(collectBoardLabels(mirror.getState()))}>
        <MultiSelectMenu
          label={common.labels()}
          empty={messages.filterNoLabels()}
          options={labels.map((label) => ({ value: label, content: <LabelChip label={label} /> }))}
          chosen={chosenLabels}
          onValueChange={(chosen) => updateFilter({ labels: chosen })}
        />
      </span>
      <MultiSelectMenu
        label={common.priority()}
        options={PRIORITIES.map((value) => ({ value, content: <PriorityBadge priority={value} /> }))}
        chosen={chosenPriorities}
        onValueChange={(priorities) => updateFilter({ priorities })}
      />
      <Select
        label={common.dueDate()}
        value={active?.due ?? 'any'}
        options={dueOptions()}
        className="max-sm:min-w-24 max-sm:flex-1"
        onValueChange={(due) => updateFilter({ due: due === 'any' ? null : due })}
      />
      <CardCount isFiltered={isFiltered} />
      <Button variant="quiet" className="px-3! max-sm:-order-1" onClick={isEmpty ? onClose : onClear}>
        {isEmpty ? common.close() : messages.filterClear()}
      </Button>
      {/* Last, because it is loaded later and would move what follows. On phones, its space is kept. */}
      {isFiltered && board_id !== undefined && (
        <span className="flex max-sm:-order-2 max-sm:min-w-11 sm:empty:hidden">
          <LazyPanel component={SaveViewButton} open onClose={() => undefined} hasFailureToast={false}>
            <SaveViewButton board_id={board_id} isIconOnPhones />
          </LazyPanel>
        </span>
      )}
    </>
  );
});

/** The number of cards that match the filter. */
function CardCount({ isFiltered }: { isFiltered: boolean }) {
  const all = useMirror(({ cards, unloaded_cards }) => cards.size + unloaded_cards);
  const shown = useMirror(({ matching }) => matching?.size ?? all);
  return (
    <p role="status" className={cx('digits text-sm text-secondary max-sm:-order-2', !isFiltered && 'max-sm:sr-only')}>
      {isFiltered ? messages.filterCountMatching({ matching: shown, count: all }) : messages.filterCount({ count: all })}
    </p>
  );
}
