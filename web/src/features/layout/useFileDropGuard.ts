import { useEffect } from 'react';

/** Ignores files that are dropped beside all drop targets. The browser would leave the app and show the file otherwise. */
export function useFileDropGuard(): void {
  useEffect(() => {
    const ignore = (event: DragEvent) => {
      const { dataTransfer, target } = event;
      const isHandled = event.defaultPrevented || target instanceof HTMLInputElement;
      if (isHandled || !dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
}
