import { useEffect } from 'react';
import { useMirror } from '../../core/hooks';

/** Lets the browser ask before it closes the page while files wait to be uploaded, which would be lost. */
export function useUploadWarning(): void {
  const isUploading = useMirror(({ uploads }) => uploads.some(({ status }) => status !== 'failed'));
  useEffect(() => {
    if (!isUploading) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUploading]);
}
