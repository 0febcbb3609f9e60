import { useEffect } from 'react';

/** Names the browser's tab while the component is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
