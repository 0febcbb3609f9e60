import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { mirror, openCore } from './client';
import type { Mirror } from './mirror';

/** A piece of the mirror. The component draws again when the selected value is another one. */
export function useMirror<T>(select: (mirror: Mirror) => T): T {
  return useStore(mirror, select);
}

/** Whether the core has been loaded; `failed` when its file did not come, with a way to try again. */
export function useCoreStatus(): { status: 'loading' | 'ready' | 'failed'; retry: () => void } {
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const open = useCallback(() => {
    openCore().then(
      () => setStatus('ready'),
      () => setStatus('failed'),
    );
  }, []);
  useEffect(open, [open]);
  const retry = () => {
    setStatus('loading');
    open();
  };
  return { status, retry };
}
