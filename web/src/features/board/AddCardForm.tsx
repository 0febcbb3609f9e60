import type { Id, Priority } from '@twentyfour/core';
import { Plus } from 'lucide-react';
import { type FormEvent, memo, useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { useDraft } from '../../core/drafts';
import * as messages from '../../messages/board';
import * as common from '../../messages/common';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { InlineButtons, InlineField, useInlineForm } from '../../ui/InlineForm';
import { isKey } from '../../ui/keyboard';
import { Select } from '../../ui/Select';
import { useStopTabIndex } from './boardFocus';
import { priorityOptions } from './priorities';

/**
 * A button that opens a field for a new card. Enter adds a card and keeps the field open; Escape closes it and keeps
 * the draft.
 */
export const AddCardForm = memo(function AddCardForm({ list_id }: { list_id: Id }) {
  const { isOpen, triggerRef, error, open, close, showResult } = useInlineForm();
  const title = useDraft(`list/${list_id}/card`);
  const [priority, setPriority] = useState<Priority>('low');
  const field = useRef<HTMLInputElement>(null);
  const tabIndex = useStopTabIndex('add', list_id);

  if (!isOpen) {
    return (
      <Button
        ref={triggerRef}
        data-stop="add"
        tabIndex={tabIndex}
        variant="quiet"
        className="m-2 mt-0 justify-start px-2"
        // The field gets the focus. Giving it to the button before takes longer than opening the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={open}
      >
        <Icon icon={Plus} />
        {messages.addCard()}
      </Button>
    );
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    field.current?.focus();
    if (title.value.trim() === '') return;
    if (!showResult(dispatch({ type: 'add_card', list_id, title: title.value, priority }))) return;
    title.discard();
    setPriority('low');
  };

  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => isKey(event, 'Escape') && close()}
      className="flex flex-col gap-2 p-2 pt-0"
    >
      <InlineField
        ref={field}
        data-stop="add"
        label={messages.cardTitle()}
        error={error}
        value={title.value}
        onChange={(event) => title.change(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Select
          label={common.priority()}
          value={priority}
          options={priorityOptions()}
          onValueChange={setPriority}
          className="shrink-0"
        />
        <InlineButtons onClose={close} />
      </div>
    </form>
  );
});
