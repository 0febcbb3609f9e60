import type { DraftField } from '../../core/drafts';
import * as messages from '../../messages/board';
import { Button } from '../../ui/Button';

interface OtherTextProps {
  field: DraftField;
  /** Whether saving merges both texts instead of replacing the other one. */
  isMerged?: boolean;
}

/** The text that somebody else has saved while the user was typing, with a button that takes it over. */
export function OtherText({ field, isMerged = false }: OtherTextProps) {
  const { otherText } = field;
  if (otherText === null) return null;
  return (
    <div role="status" className="flex flex-col gap-2 rounded-md bg-hover px-3 py-2 text-sm">
      <p className="text-secondary">{isMerged ? messages.otherTextMerged() : messages.otherText()}</p>
      <p dir="auto" className="max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{otherText === '' ? messages.otherTextEmpty() : otherText}</p>
      <div>
        <Button onClick={field.discard}>{messages.otherTextUse()}</Button>
      </div>
    </div>
  );
}
