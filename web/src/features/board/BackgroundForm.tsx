import type { Board, Rejection } from '@twentyfour/core';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as backgroundPicker from '../../messages/background_picker';
import * as common from '../../messages/common';
import { Button } from '../../ui/Button';
import { SectionErrorBoundary } from '../../ui/SectionErrorBoundary';
import { BackgroundPicker, parseImageCredit } from '../background';

interface BackgroundFormProps {
  board: Board;
  /** The previewed picture; undefined while the board's own is shown. */
  preview: string | undefined;
  onPreview: (image: string | undefined) => void;
}

/**
 * A form for the board's background. Selecting a picture previews it behind the board; Save stores it. Default removes
 * the picture and saves immediately.
 */
export function BackgroundForm({ board, preview, onPreview }: BackgroundFormProps) {
  const isLocked = useMirror(({ limits }) => limits.backgrounds !== null);
  const [rejection, setRejection] = useState<Rejection | null>(null);
  const own = board.image && parseImageCredit(board.image).address;
  const chosen = preview ?? own;

  const save = (value: string | null) => {
    const result =
      value === own
        ? null
        : dispatch({ type: 'edit_board', board_id: board.id, edits: [{ field: 'image', value }] });
    setRejection(result);
    if (!result) onPreview(undefined);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save(chosen);
      }}
      className="flex flex-col gap-5"
    >
      <SectionErrorBoundary sectionName={backgroundPicker.sectionName()}>
        <BackgroundPicker isForBoard chosen={chosen} onPick={({ image }) => onPreview(image)} />
      </SectionErrorBoundary>
      {/* The buttons stay visible while the pictures scroll. */}
      <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-raised px-6 py-3">
        {rejection && (
          <p role="alert" className="mr-auto text-sm text-danger">
            {rejection.message}
          </p>
        )}
        <Button onClick={() => save(null)}>{backgroundPicker.wallpaperDefault()}</Button>
        {!isLocked && (
          <Button type="submit" variant="primary">
            {common.save()}
          </Button>
        )}
      </div>
    </form>
  );
}
