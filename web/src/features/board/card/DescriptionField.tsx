import type { Id } from '@twentyfour/core';
import { useId, useState } from 'react';
import type { DraftField } from '../../../core/drafts';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
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
}

/** The description with a write and a preview tab. */
export function DescriptionField({ card_id, field, takesFocus, error }: DescriptionFieldProps) {
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
    </div>
  );
}
