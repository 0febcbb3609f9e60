import { useEffect, useRef } from 'react';
import { mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/files';
import { showToast } from '../../platform/toasts';

/** Shows a toast when a file could not be uploaded, unless its card is open, which says so beside the file. */
export function useFailedUploadsToast(): void {
  const uploads = useMirror(({ uploads: all }) => all);
  const notifiedIds = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, card_id, name, rejection } of uploads) {
      if (rejection === null) notifiedIds.current.delete(id);
      else if (!notifiedIds.current.has(id)) {
        notifiedIds.current.add(id);
        if (mirror.getState().open_card?.id !== card_id) showToast('error', messages.refused({ name, reason: rejection.message }), null);
      }
    }
  }, [uploads]);
}
