import { useEffect, useRef } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/files';
import { showToast } from '../../platform/toasts';

/** Shows a toast when a file could not be uploaded, because its card may be closed. */
export function useFailedUploadsToast(): void {
  const uploads = useMirror((mirror) => mirror.uploads);
  const notifiedIds = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, name, rejection } of uploads) {
      if (rejection === null) notifiedIds.current.delete(id);
      else if (!notifiedIds.current.has(id)) {
        notifiedIds.current.add(id);
        showToast('error', messages.refused({ name, reason: rejection.message }), null);
      }
    }
  }, [uploads]);
}
