import type { Id } from '@twentyfour/core';
import { type RefObject, useEffect, useRef } from 'react';
import { isDispatching, mirror } from '../../../core/client';
import * as messages from '../../../messages/card';
import { showToast } from '../../../platform/toasts';
import { ignoreTyping } from '../../../ui/ignoreTyping';
import { isTextField } from '../../../ui/keyboard';

/**
 * Shows a toast when the open card is deleted, archived or moved to another board in another tab or by somebody else. Returns a
 * ref that says whether it was.
 */
export function useRemovedElsewhere(card_id: Id): RefObject<boolean> {
  const isRemovedElsewhere = useRef(false);
  useEffect(() => {
    // The mirror changes its maps in place.
    let wasShown = mirror.getState().cards.has(card_id);
    return mirror.subscribe(({ board, cards }, before) => {
      const isRemoved = wasShown && !cards.has(card_id) && board?.id === before.board?.id;
      wasShown = cards.has(card_id);
      if (!isRemoved || isDispatching()) return;
      isRemovedElsewhere.current = true;
      if (isTextField(document.activeElement)) ignoreTyping();
      showToast('blank', messages.removedElsewhere(), null);
    });
  }, [card_id]);
  return isRemovedElsewhere;
}
