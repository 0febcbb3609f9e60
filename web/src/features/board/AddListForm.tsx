import type { Id } from '@twentyfour/core';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { dispatch } from '../../core/client';
import { useDraft } from '../../core/drafts';
import * as messages from '../../messages/board';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { InlineButtons, InlineField, useInlineForm } from '../../ui/InlineForm';
import { isKey } from '../../ui/keyboard';
import { useStopTabIndex } from './boardFocus';

/**
 * A button that opens a field for a new list. Enter adds a list and keeps the field open; Escape closes it and keeps
 * the draft.
 */
export function AddListForm({ board_id }: { board_id: Id }) {
  const { isOpen, triggerRef, error, open, close, showResult } = useInlineForm();
  const name = useDraft(`board/${board_id}/list`);
  const form = useRef<HTMLFormElement>(null);
  const tabIndex = useStopTabIndex('add', '');

  if (!isOpen) {
    return (
      <Button ref={triggerRef} data-stop="new-list" tabIndex={tabIndex} className="w-full justify-start bg-(--list-bg)!" onClick={open}>
        <Icon icon={Plus} />
        {messages.newList()}
      </Button>
    );
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!showResult(dispatch({ type: 'add_list', name: name.value }))) return;
    name.discard();
    // The new list pushes the form out of the window.
    requestAnimationFrame(() => form.current?.scrollIntoView({ inline: 'end', block: 'nearest' }));
  };

  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={(event) => isKey(event, 'Escape') && close()}
      className="flex flex-col gap-2 rounded-lg bg-(--list-bg) p-2 ring-1 ring-line ring-inset"
    >
      <InlineField data-stop="new-list" label={messages.listName()} error={error} value={name.value} onChange={(event) => name.change(event.target.value)} />
      <InlineButtons onClose={close} />
    </form>
  );
}
