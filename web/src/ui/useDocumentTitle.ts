import { useEffect } from 'react';
import { setPageTitle } from '../core/title';

/** Sets the document's title while the component is mounted. While the timer runs, the countdown precedes it. */
export function useDocumentTitle(title: string): void {
  useEffect(() => setPageTitle(title), [title]);
}
