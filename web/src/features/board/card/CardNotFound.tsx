import type { Id, TrashEntry } from '@twentyfour/core';
import { Archive, SearchX, Trash2 } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../../core/client';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as dialog from '../../../messages/card_dialog';
import * as common from '../../../messages/common';
import { Button, buttonClassName } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorText } from '../../../ui/ErrorText';

interface CardNotFoundProps {
  id: Id;
  onClose: () => void;
}

/** Shown for the URL of a card that is not on the board. A card in its archive or trash can be restored, which opens it. */
export function CardNotFound({ id, onClose }: CardNotFoundProps) {
  const board_id = useMirror(({ board }) => board?.id);
  // Of another board, a restored card would not open here.
  const entry = useMirror(({ trash }) => trash.entries.find((one) => one.kind === 'card' && one.id === id && one.board_id === board_id));
  // Before the first paint, because the core has what was removed from the open board.
  useLayoutEffect(() => {
    dispatch({ type: 'load_trash' });
  }, []);
  return (
    <Dialog open onClose={onClose} title={entry?.name ?? messages.notFoundDialog()}>
      {entry ? (
        <RemovedCard entry={entry} />
      ) : (
        <EmptyState icon={SearchX} title={messages.notFoundTitle()} action={<TrashLink variant="secondary" />}>
          {messages.notFoundHint()}
        </EmptyState>
      )}
    </Dialog>
  );
}

/** A card in the archive or the trash. */
function RemovedCard({ entry: { id, board_id, place, is_archived, can_restore } }: { entry: TrashEntry }) {
  const [error, setError] = useState<string | null>(null);
  const restore = () => setError(dispatch({ type: 'restore_card', board_id, card_id: id })?.message ?? null);
  return (
    <>
      <EmptyState
        icon={is_archived ? Archive : Trash2}
        title={is_archived ? dialog.removedArchived() : dialog.removedTrashed()}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {can_restore && (
              // It may replace a link that has the focus, once the trash has loaded.
              <Button autoFocus variant="primary" onClick={restore}>
                {common.restore()}
              </Button>
            )}
            <TrashLink variant={can_restore ? 'quiet' : 'secondary'} />
          </div>
        }
      >
        {dialog.removedFrom({ place, name: isolated })}
      </EmptyState>
      {error && <ErrorText>{error}</ErrorText>}
    </>
  );
}

const isolated = (text: string) => <bdi>{text}</bdi>;

function TrashLink({ variant }: { variant: 'quiet' | 'secondary' }) {
  return (
    <Link to="/app/trash" className={buttonClassName(variant)}>
      {messages.goToTrash()}
    </Link>
  );
}
