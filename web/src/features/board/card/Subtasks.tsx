import type { SubtaskView } from '@twentyfour/core';
import { type FormEvent, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useDraft } from '../../../core/drafts';
import { useBoardPermissions } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import { cx } from '../../../ui/cx';
import { inputClassName } from '../../../ui/Field';
import { ProgressBar } from '../../../ui/ProgressBar';
import { CardSection } from './CardSection';
import { SubtaskRow } from './SubtaskRow';

/** The sub-tasks of a card, how many are done, and a field for a new one. */
export function Subtasks({ card_id, subtasks }: { card_id: string; subtasks: readonly SubtaskView[] }) {
  const done = subtasks.filter(({ is_done }) => is_done).length;
  const { can_edit } = useBoardPermissions();
  if (!can_edit && subtasks.length === 0) return null;
  return (
    <CardSection
      title={messages.subtasks()}
      aside={
        subtasks.length > 0 && (
          <span className="digits text-sm text-secondary">
            {messages.subtasksProgress({ done, count: subtasks.length })}
          </span>
        )
      }
    >
      {subtasks.length > 0 && (
        <>
          <ProgressBar label={messages.subtasksDone()} value={done} max={subtasks.length} />
          <ul aria-label={messages.subtasks()}>
            {subtasks.map((subtask, index) => (
              <SubtaskRow key={subtask.id} subtask={subtask} index={index} isLast={index === subtasks.length - 1} canEdit={can_edit} />
            ))}
          </ul>
        </>
      )}
      {can_edit && <NewSubtask card_id={card_id} />}
    </CardSection>
  );
}

/** A field for a new sub-task. Enter adds it and keeps the field open for the next one. */
function NewSubtask({ card_id }: { card_id: string }) {
  const draft = useDraft(`card/${card_id}/subtask`);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.value.trim() === '') return;
    const rejection = dispatch({ type: 'add_subtask', card_id, title: draft.value });
    setError(rejection?.message ?? null);
    if (!rejection) draft.discard();
  };
  return (
    <form onSubmit={submit}>
      <input
        dir="auto"
        aria-label={messages.subtaskNew()}
        aria-invalid={error ? true : undefined}
        placeholder={messages.subtaskPlaceholder()}
        autoComplete="off"
        value={draft.value}
        onChange={(event) => draft.change(event.target.value)}
        className={cx(inputClassName, 'h-9 coarse:h-11')}
      />
      {error && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </form>
  );
}
