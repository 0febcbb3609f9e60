import { useEffect, useRef } from 'react';
import { useMirror } from '../../core/hooks';
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
    showToast('error', newlyRejected.length === 1 ? `Change not saved: ${first.what}` : `${newlyRejected.length} changes couldn’t be saved.`, null);
  }, [rejectedChanges]);
}
