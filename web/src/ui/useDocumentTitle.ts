import { useEffect } from 'react';
import { setPageTitle } from '../platform/document-title';

/** Sets the document's title while the component is mounted. */
export function useDocumentTitle(title: string): void {
  useEffect(() => setPageTitle(title), [title]);
}
