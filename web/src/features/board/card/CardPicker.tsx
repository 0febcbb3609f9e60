import type { CardEdit, CardView } from '@twentyfour/core';
import { dispatch } from '../../../core/client';
import { AssigneesPicker } from '../pickers/AssigneesPicker';
import { DueDatePicker } from '../pickers/DueDatePicker';
import { LabelsPicker } from '../pickers/LabelsPicker';
import { PriorityPicker } from '../pickers/PriorityPicker';
import type { PickerProps, Share } from '../pickers/types';
import type { PickedField } from '../cardFields';

interface CardPickerProps extends PickerProps {
  card: CardView;
  field: PickedField;
}

const share = (has: boolean): Share => (has ? 'all' : 'none');

/** The picker for a field of one card. Each choice is saved at once. */
export function CardPicker({ card, field, ...picker }: CardPickerProps) {
  const save = (edit: CardEdit) => dispatch({ type: 'edit_card', card_id: card.id, edits: [edit] });
  const { labels, assignee_ids = [] } = card;
  switch (field) {
    case 'due_date':
      return <DueDatePicker {...picker} value={card.due_date} onChange={(value) => save({ field: 'due_date', value })} />;
    case 'priority':
      return (
        <PriorityPicker
          {...picker}
          shareOf={(priority) => share(priority === card.priority)}
          onChange={(value) => save({ field: 'priority', value })}
        />
      );
    case 'labels':
      return (
        <LabelsPicker
          {...picker}
          shareOf={(label) => share(labels.includes(label))}
          onChange={(label, isAdded) =>
            save({ field: 'labels', value: isAdded ? [...labels, label] : labels.filter((one) => one !== label) })
          }
        />
      );
    case 'assignees':
      return (
        <AssigneesPicker
          {...picker}
          shareOf={(user_id) => share(assignee_ids.includes(user_id))}
          onChange={(value, isAssigned) => save({ field: isAssigned ? 'assign' : 'unassign', value })}
        />
      );
    default:
      return field satisfies never;
  }
}
