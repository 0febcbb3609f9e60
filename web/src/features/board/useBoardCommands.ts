import type { Id } from '@twentyfour/core';
import { mirror } from '../../core/client';
import { useCommand } from '../../shell/commands/bindings';
import { boardFocus, cardOf, elementOf, focusedStop, focusStop } from './boardFocus';
import { archiveCards, deleteCards, toggleDone } from './changeCards';
import { editTitle } from './editedTitle';
import { openPickerAt, type PickerKind } from './pickers/openedPicker';
import { clearSelection, selectedInOrder, selection, selectList, targetsOf, toggleSelected } from './selection';
import { copyCard, moveCard } from './transfer';

function focusedCard(): Id | undefined {
  const stop = focusedStop();
  return stop ? cardOf(stop) : undefined;
}

/** Returns the card whose dialog is open. */
const openedCard = (): Id | undefined => mirror.getState().open_card?.id;

/** Presses the button in the dialog of the open card that edits a field. */
const editInDialog = (field: PickerKind | 'title') =>
  document.querySelector<HTMLElement>(`[role="dialog"] [data-card-field="${field}"]`)?.click();

/** Returns the cards that a command changes: the open or the focused one, or all selected ones if it is among them or none has the focus. */
function targets(): Id[] {
  const opened = openedCard();
  if (opened !== undefined) return [opened];
  const card_id = focusedCard();
  return card_id === undefined ? selectedInOrder() : targetsOf(card_id);
}

function openPicker(kind: PickerKind): void {
  if (openedCard() !== undefined) return void editInDialog(kind);
  const card_ids = targets();
  const card_id = focusedCard() ?? card_ids[0];
  return card_id === undefined ? undefined : openPickerAt(card_id, kind, card_ids);
}

function openMovePicker(): void {
  const opened = openedCard();
  if (opened === undefined) openPicker('move');
  else moveCard(opened);
}

function rename(): void {
  const card_id = focusedCard();
  if (openedCard() !== undefined) editInDialog('title');
  else if (card_id !== undefined) editTitle(card_id);
}

/** Returns the list in which a card is added; undefined if it has no form. */
function currentList(): Id | undefined {
  const { list_id } = boardFocus.getState();
  return mirror.getState().lists.get(list_id)?.is_collapsed === false ? list_id : undefined;
}

/** Returns the open or the focused card. */
const currentCard = (): Id | undefined => openedCard() ?? focusedCard();

/** Returns a function that runs with the open or the focused card. */
const withCard = (run: (id: Id) => void) => (): void => {
  const card_id = currentCard();
  if (card_id !== undefined) run(card_id);
};

const HAS_TARGETS = { isEnabled: () => targets().length > 0 };
const HAS_CARD = { isEnabled: () => currentCard() !== undefined };
const HAS_FOCUSED_CARD = { isEnabled: () => focusedCard() !== undefined };

/** Offers the commands for the open card, or for the focused card and the selected ones. */
export function useBoardCommands(onOpenCard: (id: Id) => void): void {
  useCommand('open_card', withCard(onOpenCard), HAS_FOCUSED_CARD);
  useCommand('card_rename', rename, HAS_CARD);
  useCommand('select_card', withCard(toggleSelected), HAS_FOCUSED_CARD);
  useCommand('select_all_cards', () => selectList(focusedStop()?.list_id ?? ''), { isEnabled: () => Boolean(focusedStop()?.list_id) });
  useCommand('clear_selection', clearSelection, { isEnabled: () => selection.getState().ids.size > 0 });
  useCommand('card_complete', () => toggleDone(targets()), HAS_TARGETS);
  useCommand('card_labels', () => openPicker('labels'), HAS_TARGETS);
  useCommand('card_due_date', () => openPicker('due_date'), HAS_TARGETS);
  useCommand('card_priority', () => openPicker('priority'), HAS_TARGETS);
  useCommand('card_assignees', () => openPicker('assignees'), {
    isEnabled: () => HAS_TARGETS.isEnabled() && (mirror.getState().board?.members ?? []).length > 0,
  });
  useCommand('card_move', openMovePicker, HAS_TARGETS);
  useCommand('card_copy', withCard(copyCard), HAS_CARD);
  useCommand('card_archive', () => archiveCards(targets()), HAS_TARGETS);
  useCommand('card_delete', () => deleteCards(targets()), HAS_TARGETS);
  useCommand(
    'add_card',
    () => {
      const stop = { list_id: currentList() ?? '', stop: 'add' };
      focusStop(stop);
      // Opens the form, unless it is open already.
      const element = elementOf(stop);
      if (element instanceof HTMLButtonElement) element.click();
    },
    { isEnabled: () => openedCard() === undefined && currentList() !== undefined },
  );
}
