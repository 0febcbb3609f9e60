import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to the first field or button of an area when its content is replaced, because the pressed button is then gone.
 * Returns the ref for the area.
 */
export function useFocusAfterReplace(content: string): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null);
  const last = useRef(content);
  useEffect(() => {
    if (last.current === content) return;
    last.current = content;
    if (document.activeElement === document.body) area.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [content]);
  return area;
}
