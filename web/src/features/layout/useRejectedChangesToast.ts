import { useEffect, useRef } from 'react';
import { mirror } from '../../core/client';
import * as messages from '../../messages/sync';
import { showToast } from '../../platform/toasts';

/** Shows a toast when a change is rejected, because its rollback may go unnoticed. */
export function useRejectedChangesToast(): void {
  const notifiedIds = useRef(new Set<string>());
  useEffect(() => {
    const notify = () => {
      const newlyRejected = mirror.getState().sync.refused.filter(({ id }) => !notifiedIds.current.has(id));
      for (const { id } of newlyRejected) notifiedIds.current.add(id);
      const [first] = newlyRejected;
      if (!first) return;
      const count = newlyRejected.length;
      showToast('error', count === 1 ? messages.rejectedToast({ change: first.what }) : messages.rejectedToastMany({ count }), null);
    };
    notify();
    // Without a hook of the mirror, because every change replaces this part, which would render the layout.
    return mirror.subscribe(notify);
  }, []);
}
