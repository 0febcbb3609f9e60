import { useLayoutEffect } from 'react';

/**
 * Sets an attribute of the page's root element while `isSet`. Styles of other parts of the page use it, because `:has()` on the
 * root would search the whole page whenever an element is added.
 */
export function useRootAttribute(name: `data-${string}`, isSet: boolean): void {
  useLayoutEffect(() => {
    if (!isSet) return undefined;
    const { documentElement: root } = document;
    root.setAttribute(name, '');
    return () => root.removeAttribute(name);
  }, [name, isSet]);
}
