import type { Id } from '@twentyfour/core';
import { useId, useState } from 'react';
import type { DraftField } from '../../../core/drafts';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { Button } from '../../../ui/Button';
import { cx } from '../../../ui/cx';
import { Markdown } from '../../../ui/Markdown';
import { TextArea } from '../../../ui/TextArea';
import { EditedBy, useEditing } from '../../sharing';
import { OtherText } from '../OtherText';

interface DescriptionFieldProps {
  card_id: Id;
  field: DraftField;
  takesFocus: boolean;
  error: string | null;
  onSave: () => void;
  onDiscard: () => void;
}

/** The description with a write and a preview tab, and the buttons to save it, which stay in view. */
export function DescriptionField({ card_id, field, takesFocus, error, onSave, onDiscard }: DescriptionFieldProps) {
  const editing = useEditing(card_id, 'description');
  const [isPreview, setIsPreview] = useState(false);
  const panel = useId();
  const tab = (name: string, isShown: boolean, show: () => void) => (
    <button
      type="button"
      aria-pressed={isShown}
      aria-controls={panel}
      onClick={show}
      className={cx(
        'h-8 rounded-sm px-2.5 text-sm transition-colors duration-120 coarse:h-11',
        isShown ? 'bg-hover font-medium text-primary' : 'text-secondary hover:text-primary',
      )}
    >
      {name}
    </button>
  );
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden className="text-sm font-medium">
          {common.description()}
        </span>
        <span className="flex gap-1">
          {tab(messages.descriptionWrite(), !isPreview, () => setIsPreview(false))}
          {tab(messages.descriptionPreview(), isPreview, () => setIsPreview(true))}
        </span>
      </div>
      <div id={panel}>
        <EditedBy card_id={card_id} field="description">
          {isPreview ? (
            <div className="min-h-36 rounded-md px-3 py-2 ring-1 ring-line ring-inset">
              {field.value.trim() === '' ? <p className="text-secondary">{messages.descriptionPreviewEmpty()}</p> : <Markdown text={field.value} />}
            </div>
          ) : (
            <TextArea
              label={common.description()}
              isLabelHidden
              rows={6}
              className="field-sizing-content max-h-[60dvh]"
              autoFocus={takesFocus}
              placeholder={messages.descriptionPlaceholder()}
              value={field.value}
              error={error}
              onChange={(event) => field.change(event.target.value)}
              {...editing}
            />
          )}
        </EditedBy>
      </div>
      <OtherText field={field} isMerged />
      <div className="sticky bottom-0 z-1 -mx-2 flex items-center justify-end gap-2 bg-raised px-2 py-2">
        {field.isDirty && <p className="mr-auto text-sm text-secondary">{messages.unsaved()}</p>}
        <Button variant="quiet" onClick={onDiscard}>
          {field.isDirty ? common.discard() : common.cancel()}
        </Button>
        <Button variant="primary" onClick={onSave}>
          {common.save()}
        </Button>
      </div>
    </div>
  );
}
