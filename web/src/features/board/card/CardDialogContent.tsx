import { useRef, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useMergedDraft } from '../../../core/drafts';
import { useBoardPermissions, useMirror } from '../../../core/hooks';
import { useFocusAfterClose } from '../../../ui/focus';
import { CardBody } from './CardBody';
import { Description } from './Description';
import { DescriptionField } from './DescriptionField';

interface CardDialogContentProps {
  card_id: string;
  onMove: () => void;
  onRemoved: () => void;
}

/**
 * What the dialog of a card contains below its title. It follows the card and its details itself, so that a change of them does
 * not render the dialog around it.
 */
export function CardDialogContent({ card_id, onMove, onRemoved }: CardDialogContentProps) {
  const card = useMirror(({ cards }) => cards.get(card_id));
  const details = useMirror(({ open_card }) => (open_card?.id === card_id ? open_card : null));
  const description = useMergedDraft(`card/${card_id}/description`, details?.description ?? '');
  const { can_edit } = useBoardPermissions();
  // `restored` if a draft has opened the field, which then does not take the focus.
  const [fieldState, setFieldState] = useState<'closed' | 'restored' | 'opened'>('closed');
  // The draft stays if the user may not edit the card any more.
  const isEditing = fieldState !== 'closed' && can_edit;
  // A draft reopens the field as soon as the dialog opens. The field then stays open until it is saved or discarded, even
  // while the draft happens to equal the saved text.
  if (details !== null && description.isDirty && fieldState === 'closed') setFieldState('restored');
  const [error, setError] = useState<string | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  useFocusAfterClose(isEditing, editButton);
  if (!card) return null;

  const close = () => {
    description.discard();
    setError(null);
    setFieldState('closed');
  };
  const save = () => {
    const { isDirty, value, base } = description;
    const rejection = isDirty ? dispatch({ type: 'edit_card', card_id, edits: [{ field: 'description', value }], description_base: base }) : null;
    if (rejection) setError(rejection.message);
    else close();
  };
  return (
    <CardBody
      card={card}
      details={details}
      description={
        isEditing ? (
          <DescriptionField
            card_id={card_id}
            field={description}
            takesFocus={fieldState === 'opened'}
            error={error}
            onSave={save}
            onDiscard={close}
          />
        ) : (
          <Description card_id={card_id} details={details} editButton={editButton} onEdit={() => setFieldState('opened')} />
        )
      }
      onMove={onMove}
      onRemoved={onRemoved}
    />
  );
}
