import { useEffect, useRef } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/sync';
import { showToast } from '../../platform/toasts';

/** Shows a toast when a change is rejected, because its rollback may go unnoticed. */
export function useRejectedChangesToast(): void {
  const rejectedChanges = useMirror((mirror) => mirror.sync.refused);
  const notifiedIds = useRef(new Set<string>());
  useEffect(() => {
    const newlyRejected = rejectedChanges.filter(({ id }) => !notifiedIds.current.has(id));
    for (const { id } of newlyRejected) notifiedIds.current.add(id);
    const [first] = newlyRejected;
    if (!first) return;
    const count = newlyRejected.length;
    showToast('error', count === 1 ? messages.rejectedToast({ change: first.what }) : messages.rejectedToastMany({ count }), null);
  }, [rejectedChanges]);
}
