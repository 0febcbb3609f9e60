import type { TaskView } from '@twentyfour/core';
import { X } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import type { Finder } from '../../core/finder';
import * as messages from '../../messages/today';
import { useFinder } from '../../shell/useFinder';
import { cx } from '../../ui/cx';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { cardOfItem, cardOfTask, type FocusCard } from './today';
import type { MainFocusState } from './useMainFocus';

/** How many cards the search shows. */
const MAX_FOUND = 6;
/**
 * The maximum number of matches of the finder. Many are needed, because boards, notes and cards that are done are removed
 * from them.
 */
const MAX_MATCHES = 1000;

interface MainFocusPickerProps {
  mainFocus: MainFocusState;
  /** The cards that have a due date or are assigned to the user. Some may be on boards that are not on this device. */
  tasks: readonly TaskView[];
}

/** The main focus of the day with a button that removes it, or a search for the card that becomes it. */
export function MainFocusPicker({ mainFocus: { focus, card, choose }, tasks }: MainFocusPickerProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = card?.title ?? focus?.title ?? '';
  // The button and the field replace each other, so the focus moves to the heading.
  const chooseAndFocus = (next: FocusCard | null) => {
    heading.current?.focus();
    choose(next);
  };
  return (
    <section aria-labelledby={headingId}>
      <h3 ref={heading} id={headingId} tabIndex={-1} className="font-semibold outline-none">
        {messages.mainFocus()}
      </h3>
      {focus ? (
        <div className="flex items-center gap-2 pt-1">
          <p dir="auto" className={cx('min-w-0 flex-1 wrap-anywhere', card?.isDone && 'text-secondary line-through')}>
            {title}
          </p>
          <IconButton label={messages.mainFocusRemove()} title={messages.mainFocusRemove()} onClick={() => chooseAndFocus(null)}>
            <Icon icon={X} size={16} />
          </IconButton>
        </div>
      ) : (
        <>
          <p className="pb-2 text-secondary">{messages.mainFocusHint()}</p>
          <CardSearch tasks={tasks} onChoose={chooseAndFocus} />
        </>
      )}
    </section>
  );
}

interface CardSearchProps {
  tasks: readonly TaskView[];
  onChoose: (card: FocusCard) => void;
}

/** A search by title among the cards of all boards that are not done. */
function CardSearch({ tasks, onChoose }: CardSearchProps) {
  const [text, setText] = useState('');
  const query = text.trim();
  return (
    <>
      <Field
        type="search"
        label={messages.mainFocusSearch()}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      {query !== '' && <FoundCards query={query} tasks={tasks} onChoose={onChoose} />}
    </>
  );
}

/** Returns the cards whose titles match: first those with a due date, and then all others on this device. */
function findCards(query: string, tasks: readonly TaskView[], finder: Finder | null): FocusCard[] {
  const needle = query.toLowerCase();
  const dated = tasks.filter(({ title }) => title.toLowerCase().includes(needle)).map(cardOfTask);
  const others = finder?.find(query, { limit: MAX_MATCHES }).flatMap((item) => cardOfItem(item) ?? []) ?? [];
  const open = [...dated, ...others].filter(({ isDone }) => !isDone);
  return [...new Map(open.map((card) => [card.card_id, card])).values()].slice(0, MAX_FOUND);
}

function FoundCards({ query, tasks, onChoose }: CardSearchProps & { query: string }) {
  // Loaded when something is searched.
  const state = useFinder();
  const { finder, hasFailed } = state;
  // The state is another object when the finder was refreshed.
  const found = useMemo(() => findCards(query, tasks, state.finder), [query, tasks, state]);
  const isEmpty = found.length === 0 && (finder !== null || hasFailed);
  return (
    <>
      <p role="status" className={isEmpty ? 'pt-2 text-sm text-secondary' : 'sr-only'}>
        {isEmpty && messages.mainFocusNoneFound()}
      </p>
      <ul className="pt-1">
        {found.map((card) => (
          <li key={card.card_id}>
            <button
              type="button"
              onClick={() => onChoose(card)}
              className="flex min-h-9 w-full items-center gap-3 rounded-md px-2 text-start transition-colors duration-120 hover:bg-hover coarse:min-h-11"
            >
              <span dir="auto" title={card.title} className="min-w-0 flex-1 truncate">
                {card.title}
              </span>{' '}
              <span dir="auto" className="max-w-32 shrink-0 truncate text-sm text-secondary">
                {card.board_name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
