import { useEffect } from 'react';
import { isDispatching, mirror } from '../../core/client';
import { ignoreTyping } from '../../ui/ignoreTyping';
import { isTextField } from '../../ui/keyboard';

/**
 * Ignores the rest of a text when its field on the board disappears because of a change elsewhere, such as the title of a card that
 * somebody deletes.
 */
export function useLostFields(): void {
  useEffect(
    () =>
      mirror.subscribe(() => {
        const field = document.activeElement;
        if (!isTextField(field) || isDispatching() || !field?.closest('[data-drag-bounds]')) return;
        // React renders the change first.
        setTimeout(() => field.isConnected || ignoreTyping());
      }),
    [],
  );
}
