/** What is being copied or moved with a dialog. The page of a board has one such dialog, so menus only say what it is for. */
import type { Id } from '@twentyfour/core';
import { createStore } from 'zustand/vanilla';

export type Transfer =
  | { type: 'copy_card' | 'move_card'; card_id: Id }
  /** `move_cards` moves all cards of the list. */
  | { type: 'copy_list' | 'move_list' | 'move_cards'; list_id: Id };

/** Returns whether the original stays where it is. */
export const isCopy = ({ type }: Transfer): boolean => type === 'copy_card' || type === 'copy_list';

/** The transfer whose dialog is open; null if none is. */
export const transferStore = createStore<{ transfer: Transfer | null }>(() => ({ transfer: null }));

const open = (transfer: Transfer) => transferStore.setState({ transfer });

/** Opens the dialog that copies a card of the open board. */
export const copyCard = (card_id: Id) => open({ type: 'copy_card', card_id });

/** Opens the dialog that moves a card of the open board. */
export const moveCard = (card_id: Id) => open({ type: 'move_card', card_id });

/** Opens the dialog that copies a list of the open board. */
export const copyList = (list_id: Id) => open({ type: 'copy_list', list_id });

/** Opens the dialog that moves a list of the open board. */
export const moveList = (list_id: Id) => open({ type: 'move_list', list_id });

/** Opens the dialog that moves all cards of a list of the open board. */
export const moveCards = (list_id: Id) => open({ type: 'move_cards', list_id });

export const closeTransfer = () => transferStore.setState({ transfer: null });
