import { useEffect, useRef } from 'react';
import { useMirror } from '../../core/hooks';
import { showToast } from '../../platform/toasts';

/** Shows a toast when a change is rejected, because its rollback may go unnoticed. */
export function useRejectedChangesToast(): void {
  const refused = useMirror((mirror) => mirror.sync.refused);
  const notifiedIds = useRef(new Set<string>());
  useEffect(() => {
    const fresh = refused.filter(({ id }) => !notifiedIds.current.has(id));
    for (const { id } of fresh) notifiedIds.current.add(id);
    const [first] = fresh;
    if (!first) return;
    showToast('error', fresh.length === 1 ? `Change not saved: ${first.what}` : `${fresh.length} changes couldn’t be saved.`, null);
  }, [refused]);
}
