/** What is being copied or moved with a dialog. The page of a board has one such dialog, so menus only say what it is for. */
import type { Id } from '@twentyfour/core';
import { createStore } from 'zustand/vanilla';

export type Transfer =
  | { type: 'copy_card'; card_id: Id }
  | { type: 'copy_list'; list_id: Id }
  | { type: 'move_cards'; list_id: Id };

/** The transfer whose dialog is open; null if none is. */
export const transferStore = createStore<{ transfer: Transfer | null }>(() => ({ transfer: null }));

/** Opens the dialog that copies a card of the open board. */
export const copyCard = (card_id: Id) => transferStore.setState({ transfer: { type: 'copy_card', card_id } });

/** Opens the dialog that copies a list of the open board. */
export const copyList = (list_id: Id) => transferStore.setState({ transfer: { type: 'copy_list', list_id } });

/** Opens the dialog that moves all cards of a list of the open board. */
export const moveCards = (list_id: Id) => transferStore.setState({ transfer: { type: 'move_cards', list_id } });

export const closeTransfer = () => transferStore.setState({ transfer: null });
