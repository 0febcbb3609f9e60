import type { Id } from '@twentyfour/core';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { lazyComponent } from '../../ui/lazyComponent';
import { LazyPanel } from '../../ui/LazyPanel';
import type { PickedField } from './cardFields';

const BoardCardEditor = lazyComponent(async () => ({ default: (await import('./card/BoardCardEditor')).BoardCardEditor }));

export const preloadCardEditor = BoardCardEditor.preload;

interface EditedField {
  card_id: Id;
  field: PickedField | 'title';
}

/** The field that is being edited on a card of the board. */
const editing = createStore<{ edited: EditedField | null }>(() => ({ edited: null }));

/** Opens the picker of a field beside a card on the board, or a field over its title. The same again closes it. */
export function editCardField(card_id: Id, field: EditedField['field']): void {
  const { edited } = editing.getState();
  editing.setState({ edited: edited?.card_id === card_id && edited.field === field ? null : { card_id, field } });
}

const close = () => editing.setState({ edited: null });

/** What edits a field on the board. All cards share it, so that they need not subscribe to it. */
export function CardFieldEditor() {
  const { edited } = useStore(editing);
  return (
    <LazyPanel component={BoardCardEditor} open={edited !== null} onClose={close}>
      {edited && <BoardCardEditor key={edited.card_id + edited.field} {...edited} onClose={close} />}
    </LazyPanel>
  );
}
