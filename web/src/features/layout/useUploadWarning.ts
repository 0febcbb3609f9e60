import { useEffect } from 'react';
import { useMirror } from '../../core/hooks';

/** Lets the browser ask before it closes the page while files are not uploaded, which would be lost. */
export function useUploadWarning(): void {
  const hasUploads = useMirror(({ uploads }) => uploads.length > 0);
  useEffect(() => {
    if (!hasUploads) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasUploads]);
}
