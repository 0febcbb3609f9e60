import { useEffect } from 'react';
import { setPageTitle } from '../core/title';

/** Names the browser's tab while the component is shown. While the timer runs, the countdown stands in front of it. */
export function useDocumentTitle(title: string): void {
  useEffect(() => setPageTitle(title), [title]);
}
