import type { CardView, Id } from '@twentyfour/core';
import { Circle, CircleCheck } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useMergedDraft } from '../../../core/drafts';
import { useBoardPermissions, useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { vibrate } from '../../../platform/haptics';
import { ariaKeys, useShortcut } from '../../../shell/commands/shortcuts';
import { Dialog } from '../../../ui/Dialog';
import { Icon } from '../../../ui/Icon';
import { useFocusAfterClose } from '../../../ui/focus';
import { IconButton } from '../../../ui/IconButton';
import { Tooltip } from '../../../ui/Tooltip';
import { FieldEditors, ringStyle, useEditors } from '../../sharing';
import { useCanAttach } from '../attachments/attachFiles';
import { FileDropArea } from '../attachments/FileDropArea';
import { focusCard } from '../boardFocus';
import { TransferDialog } from '../TransferDialog';
import { CardBody } from './CardBody';
import { CardNotFound } from './CardNotFound';
import { CardTitle } from './CardTitle';
import { Description } from './Description';
import { DescriptionField } from './DescriptionField';
import { useRemovedElsewhere } from './useRemovedElsewhere';

interface CardDialogProps {
  id: Id;
  onClose: () => void;
}

/**
 * The dialog of a card of the open board. It must be remounted for another card, so that drafts cannot change cards.
 */
export function CardDialog({ id, onClose }: CardDialogProps) {
  const card = useMirror((mirror) => mirror.cards.get(id));
  const exists = card !== undefined;
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
  return card ? <OpenCard card={card} isRemovedElsewhere={isRemovedElsewhere} onClose={onClose} /> : <CardNotFound id={id} onClose={onClose} />;
}

interface OpenCardProps {
  card: CardView;
  isRemovedElsewhere: RefObject<boolean>;
  onClose: () => void;
}

function OpenCard({ card, isRemovedElsewhere, onClose }: OpenCardProps) {
  const details = useMirror(({ open_card }) => (open_card?.id === card.id ? open_card : null));
  const description = useMergedDraft(`card/${card.id}/description`, details?.description ?? '');
  const [titleEditor] = useEditors(card.id, 'title');
  const { can_edit } = useBoardPermissions();
  const canAttach = useCanAttach();
  // `restored` if a draft has opened the field, which then does not take the focus.
  const [fieldState, setFieldState] = useState<'closed' | 'restored' | 'opened'>('closed');
  // The draft stays if the user may not edit the card any more.
  const isEditing = fieldState !== 'closed' && can_edit;
  // A draft reopens the field as soon as the dialog opens. The field then stays open until it is saved or discarded, even
  // while the draft happens to equal the saved text.
  if (details !== null && description.isDirty && fieldState === 'closed') setFieldState('restored');
  const [error, setError] = useState<string | null>(null);
  const [isMoving, setIsMoving] = useState(false);
  const move = useCallback(() => setIsMoving(true), []);
  const isDone = card.priority === 'completed';
  const completeKeys = useShortcut('card_complete');
  const editButton = useRef<HTMLButtonElement>(null);
  useFocusAfterClose(isEditing, editButton);

  const close = () => {
    description.discard();
    setError(null);
    setFieldState('closed');
  };
  const save = () => {
    const { isDirty, value, base } = description;
    const rejection = isDirty
      ? dispatch({ type: 'edit_card', card_id: card.id, edits: [{ field: 'description', value }], description_base: base })
      : null;
    if (rejection) setError(rejection.message);
    else close();
  };

  const dialog = (isFileOver: boolean) => (
    <Dialog
      open
      size="wide"
      isTopFixed
      onClose={onClose}
      title={card.title}
      // The field for the title has a ring of its own.
      {...(titleEditor && !can_edit ? { titleStyle: ringStyle(titleEditor.user_id) } : {})}
      titleField={can_edit && <CardTitle card={card} />}
      eyebrow={<FieldEditors card_id={card.id} field="title" />}
      leading={
        can_edit && (
          <Tooltip text={isDone ? common.markNotDone() : common.markDone()} keys={completeKeys} side="bottom">
            <IconButton
              label={isDone ? common.markNotDone() : common.markDone()}
              aria-keyshortcuts={ariaKeys(completeKeys)}
              aria-pressed={isDone}
              {...(isDone ? { className: 'text-accent-text' } : {})}
              onClick={() => {
                const rejection = dispatch({ type: 'edit_card', card_id: card.id, edits: [{ field: 'completed', value: !isDone }] });
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
      getCloseFocusTarget={() => (isRemovedElsewhere.current ? document.getElementById('content') : focusCard(card.id))}
    >
      <CardBody
        card={card}
        details={details}
        description={
          isEditing ? (
            <DescriptionField
              card_id={card.id}
              field={description}
              takesFocus={fieldState === 'opened'}
              error={error}
              onSave={save}
              onDiscard={close}
            />
          ) : (
            <Description card_id={card.id} details={details} editButton={editButton} onEdit={() => setFieldState('opened')} />
          )
        }
        onMove={move}
        onRemoved={onClose}
      />
      {isMoving && can_edit && <TransferDialog transfer={{ type: 'move_card', card_id: card.id }} onClose={() => setIsMoving(false)} />}
      {isFileOver && canAttach && (
        // Covers the whole dialog, which is the next positioned element.
        <p className="pointer-events-none absolute inset-0 z-10 grid place-items-center bg-raised/90 text-lg font-semibold outline-2 -outline-offset-8 outline-(--focus-ring) outline-dashed sm:rounded-lg">
          {messages.attachmentDrop()}
        </p>
      )}
    </Dialog>
  );
  return <FileDropArea card_id={canAttach ? card.id : null}>{dialog}</FileDropArea>;
}
