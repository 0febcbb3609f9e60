/** The card whose title is being edited on the board. */
import type { Id } from '@twentyfour/core';
import { createStore } from 'zustand/vanilla';

export const editedTitle = createStore<{ card_id: Id | null }>(() => ({ card_id: null }));

/** Turns the title of a card on the board into a field. */
export const editTitle = (card_id: Id): void => editedTitle.setState({ card_id });

export const closeTitle = (): void => editedTitle.setState({ card_id: null });
