import { type RefObject, useEffect, useRef, useState } from 'react';

/** What stands beside an element among those of its kind: the next, or else the one before. */
function findSibling(element: Element, kind: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(kind)];
  const index = all.indexOf(element as HTMLElement);
  return all[index + 1] ?? all[index - 1];
}

/**
 * Hands the focus on before what has it goes away, so that nobody has to begin anew at the top of the page: to the
 * neighbour of its kind (a selector), to what is given for the last one, or to the page's content.
 */
export function moveFocusBeforeUnmount(element: Element, kind: string, fallbackFocus: HTMLElement | null = null): void {
  (findSibling(element, kind) ?? fallbackFocus ?? document.getElementById('content'))?.focus();
}

/**
 * What had the focus before something opened over the page, for the closing to give it back: a dialog that is opened by
 * state has no trigger of its own that would get it. It is read before what opens can take the focus.
 */
export function usePreviousFocus(open: boolean): HTMLElement | null {
  const [before, setBefore] = useState<Element | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setBefore(document.activeElement);
  }
  return before instanceof HTMLElement ? before : null;
}

/**
 * Brings the focus to what was refused, whenever something is: to the field of the form that is marked as wrong, where one is.
 * It gives the ref of the form.
 */
export function useFocusInvalidField(refusal: object | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusal]);
  return form;
}
