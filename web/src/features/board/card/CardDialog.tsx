import type { Id } from '@twentyfour/core';
import { Circle, CircleCheck } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useBoardPermissions, useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { vibrate } from '../../../platform/haptics';
import { ariaKeys, useShortcut } from '../../../shell/commands/shortcuts';
import { Dialog } from '../../../ui/Dialog';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { Tooltip } from '../../../ui/Tooltip';
import { FieldEditors, ringStyle, useEditors } from '../../sharing';
import { useCanAttach } from '../attachments/attachFiles';
import { FileDropArea } from '../attachments/FileDropArea';
import { focusCard } from '../boardFocus';
import { TransferDialog } from '../TransferDialog';
import { CardDialogContent } from './CardDialogContent';
import { CardNotFound } from './CardNotFound';
import { CardTitle } from './CardTitle';
import { useRemovedElsewhere } from './useRemovedElsewhere';

interface CardDialogProps {
  id: Id;
  onClose: () => void;
}

/**
 * The dialog of a card of the open board. It must be remounted for another card, so that drafts cannot change cards.
 */
export function CardDialog({ id, onClose }: CardDialogProps) {
  const exists = useMirror(({ cards }) => cards.has(id));
  const [hasExisted, setHasExisted] = useState(exists);
  if (exists && !hasExisted) setHasExisted(true);
  const isRemoved = hasExisted && !exists;

  const isRemovedElsewhere = useRemovedElsewhere(id);
  // Closes when the card was deleted elsewhere or moved to another board, so that the board can be used again.
  useEffect(() => {
    if (isRemoved) onClose();
  }, [isRemoved, onClose]);

  useEffect(() => {
    if (!exists) return;
    dispatch({ type: 'open_card', card_id: id });
    return () => {
      dispatch({ type: 'close_card' });
    };
  }, [exists, id]);

  if (isRemoved) return null;
  return exists ? <OpenCard id={id} isRemovedElsewhere={isRemovedElsewhere} onClose={onClose} /> : <CardNotFound id={id} onClose={onClose} />;
}

interface OpenCardProps extends CardDialogProps {
  isRemovedElsewhere: RefObject<boolean>;
}

function OpenCard({ id, isRemovedElsewhere, onClose }: OpenCardProps) {
  const title = useMirror(({ cards }) => cards.get(id)?.title ?? '');
  const isDone = useMirror(({ cards }) => cards.get(id)?.priority === 'completed');
  const [titleEditor] = useEditors(id, 'title');
  const { can_edit } = useBoardPermissions();
  const canAttach = useCanAttach();
  const [isMoving, setIsMoving] = useState(false);
  const move = useCallback(() => setIsMoving(true), []);
  const completeKeys = useShortcut('card_complete');

  const dialog = (isFileOver: boolean) => (
    <Dialog
      open
      size="wide"
      isTopFixed
      onClose={onClose}
      title={title}
      // The field for the title has a ring of its own.
      {...(titleEditor && !can_edit ? { titleStyle: ringStyle(titleEditor.user_id) } : {})}
      titleField={can_edit && <CardTitle card_id={id} />}
      eyebrow={<FieldEditors card_id={id} field="title" />}
      leading={
        can_edit && (
          <Tooltip text={isDone ? common.markNotDone() : common.markDone()} keys={completeKeys} side="bottom">
            <IconButton
              label={isDone ? common.markNotDone() : common.markDone()}
              aria-keyshortcuts={ariaKeys(completeKeys)}
              aria-pressed={isDone}
              {...(isDone ? { className: 'text-accent-text' } : {})}
              onClick={() => {
                const rejection = dispatch({ type: 'edit_card', card_id: id, edits: [{ field: 'completed', value: !isDone }] });
                if (!rejection && !isDone) vibrate('complete');
              }}
            >
              <Icon icon={isDone ? CircleCheck : Circle} size={20} />
            </IconButton>
          </Tooltip>
        )
      }
      // The focus returns to the card on the board, however the dialog was opened, or to what follows the card. A user who did not
      // remove the card must not change the next one by accident.
      getCloseFocusTarget={() => (isRemovedElsewhere.current ? document.getElementById('content') : focusCard(id))}
    >
      <CardDialogContent card_id={id} onMove={move} onRemoved={onClose} />
      {isMoving && can_edit && <TransferDialog transfer={{ type: 'move_card', card_id: id }} onClose={() => setIsMoving(false)} />}
      {isFileOver && canAttach && (
        // Covers the whole dialog, which is the next positioned element.
        <p className="pointer-events-none absolute inset-0 z-10 grid place-items-center bg-raised/90 text-lg font-semibold outline-2 -outline-offset-8 outline-(--focus-ring) outline-dashed sm:rounded-lg">
          {messages.attachmentDrop()}
        </p>
      )}
    </Dialog>
  );
  return <FileDropArea card_id={canAttach ? id : null}>{dialog}</FileDropArea>;
}
