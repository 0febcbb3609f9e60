import { useEffect } from 'react';
import { isDispatching, mirror } from '../../core/client';
import { ignoreTyping } from '../../ui/ignoreTyping';
import { isTextField } from '../../ui/keyboard';

/**
 * Ignores the rest of a text when its field on the board disappears because of a change elsewhere, such as the title of a card that
 * somebody deletes. The focus moves to the page's content, because keys that follow are not meant for another card.
 */
export function useLeaveRemovedFields(): void {
  useEffect(
    () =>
      mirror.subscribe(() => {
        const field = document.activeElement;
        if (!isTextField(field) || isDispatching() || !field?.closest('[data-drag-bounds]')) return;
        const checking = new AbortController();
        const check = () => {
          checking.abort();
          if (field.isConnected || isTextField(document.activeElement)) return;
          ignoreTyping();
          document.getElementById('content')?.focus();
        };
        // Before a key or a press, because the user may close the field with it.
        for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, check, { capture: true, signal: checking.signal });
        // React renders the change first, and the board focuses the next card.
        setTimeout(() => {
          if (!checking.signal.aborted) check();
        });
      }),
    [],
  );
}
