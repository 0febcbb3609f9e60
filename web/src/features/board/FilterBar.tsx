import type { CardFilter } from '@twentyfour/core';
import { Search } from 'lucide-react';
import { type Ref, useState } from 'react';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button } from '../../ui/Button';
import { CheckMenu } from '../../ui/CheckMenu';
import { classes } from '../../ui/classes';
import { fieldClasses } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { Select } from '../../ui/Select';
import { isKey } from '../../ui/keyboard';
import { counted } from '../../ui/words';
import { DUE_CHOICES, effective, NO_FILTER } from './filter';
import { LabelChip } from './LabelChip';
import { labelsOfBoard } from './labels';
import { PRIORITIES, PriorityMark } from './priorities';

interface FilterBarProps {
  input: Ref<HTMLInputElement>;
  onClose: () => void;
}

/** Shows only some of the cards: by text, label, priority and due date. Leaving it shows all again. */
export function FilterBar({ input, onClose }: FilterBarProps) {
  const filter = useMirror((state) => state.filter) ?? NO_FILTER;
  const shown = useMirror(({ matching, cards }) => matching?.size ?? cards.size);
  const all = useMirror(({ cards }) => cards.size);
  // The field has its own text: blanks at its ends are typed, and are no part of a filter.
  const [text, setText] = useState(filter.text);
  const [labels, setLabels] = useState(() => labelsOfBoard(mirror.getState()));
  const isFiltered = effective(filter) !== null;

  const put = (part: Partial<CardFilter>) => dispatch({ type: 'set_filter', filter: effective({ ...filter, ...part }) });
  const type = (next: string) => {
    setText(next);
    put({ text: next });
  };

  return (
    <div role="search" aria-label="Filter cards" className="flex flex-wrap items-center gap-2 pb-1">
      <span className="relative min-w-44 flex-1 sm:max-w-72">
        <Icon of={Search} size={16} className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-secondary" />
        <input
          ref={input}
          aria-label="Filter by text"
          placeholder="Filter by text"
          autoComplete="off"
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (!isKey(event, 'Escape')) return;
            if (text === '') onClose();
            else type('');
          }}
          className={classes(fieldClasses, 'h-9 pl-8 coarse:h-11')}
        />
      </span>
      {/* Whenever a hand comes near, what others have added is among the labels. */}
      <span onPointerEnter={() => setLabels(labelsOfBoard(mirror.getState()))}>
        <CheckMenu
          label="Labels"
          empty="No labels on this board"
          options={labels.map((label) => ({ value: label, content: <LabelChip label={label} /> }))}
          chosen={filter.labels}
          onChoose={(chosen) => put({ labels: chosen })}
        />
      </span>
      <CheckMenu
        label="Priority"
        options={PRIORITIES.map(({ value }) => ({ value, content: <PriorityMark priority={value} /> }))}
        chosen={filter.priorities}
        onChoose={(priorities) => put({ priorities })}
      />
      <Select
        label="Due date"
        value={filter.due ?? 'any'}
        options={DUE_CHOICES}
        onChoose={(due) => put({ due: due === 'any' ? null : due })}
      />
      <p role="status" className="digits text-sm text-secondary">
        {isFiltered ? `${shown.toLocaleString('en')} of ${counted(all, 'card')}` : counted(all, 'card')}
      </p>
      <Button
        look="quiet"
        className="px-3"
        onClick={() => {
          if (!isFiltered && text === '') return onClose();
          setText('');
          dispatch({ type: 'set_filter', filter: null });
        }}
      >
        {isFiltered || text !== '' ? 'Clear' : 'Close'}
      </Button>
    </div>
  );
}
