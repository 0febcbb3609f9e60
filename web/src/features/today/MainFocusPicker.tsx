import type { TaskView } from '@twentyfour/core';
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import * as messages from '../../messages/today';
import { cx } from '../../ui/cx';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { isDone } from './today';
import type { MainFocusState } from './useMainFocus';

/** How many cards the search shows. */
const MAX_FOUND = 6;

interface MainFocusPickerProps {
  mainFocus: MainFocusState;
  /** The cards to choose from. */
  tasks: readonly TaskView[];
}

/** The main focus of the day with a button that removes it, or a search for the card that becomes it. */
export function MainFocusPicker({ mainFocus: { focus, task, choose }, tasks }: MainFocusPickerProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const title = task?.title ?? focus?.title ?? '';
  // The button and the field replace each other, so the focus moves to the heading.
  const chooseAndFocus = (next: TaskView | null) => {
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
          <p dir="auto" className={cx('min-w-0 flex-1 wrap-anywhere', task && isDone(task) && 'text-secondary line-through')}>
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

/** A search by title among the cards that are not done. */
function CardSearch({ tasks, onChoose }: { tasks: readonly TaskView[]; onChoose: (task: TaskView) => void }) {
  const [text, setText] = useState('');
  const needle = text.trim().toLowerCase();
  const found = needle === '' ? [] : tasks.filter((task) => !isDone(task) && task.title.toLowerCase().includes(needle));
  return (
    <>
      <Field
        type="search"
        label={messages.mainFocusSearch()}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <p role="status" className={found.length > 0 || needle === '' ? 'sr-only' : 'pt-2 text-sm text-secondary'}>
        {needle !== '' && found.length === 0 && messages.mainFocusNoneFound()}
      </p>
      <ul className="pt-1">
        {found.slice(0, MAX_FOUND).map((task) => (
          <li key={task.card_id}>
            <button
              type="button"
              onClick={() => onChoose(task)}
              className="flex min-h-9 w-full items-center gap-3 rounded-md px-2 text-start transition-colors duration-120 hover:bg-hover coarse:min-h-11"
            >
              <span dir="auto" title={task.title} className="min-w-0 flex-1 truncate">
                {task.title}
              </span>{' '}
              <span dir="auto" className="max-w-32 shrink-0 truncate text-sm text-secondary">
                {task.board_name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
