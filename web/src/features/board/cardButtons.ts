import { createContext } from 'react';

/**
 * Whether cards have their buttons. False only for the first paint of a board, which does not wait for them: they are a
 * third of a card's elements.
 */
export const CardButtonsContext = createContext(true);

/** Whether the user may move and change cards. A context, so that each card need not subscribe to it. */
export const CanEditCardsContext = createContext(true);
