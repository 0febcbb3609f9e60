import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Returns the next element that matches the selector, or else the previous one. */
function findSibling(element: Element, kind: string): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(kind)];
  const index = all.indexOf(element as HTMLElement);
  return all[index + 1] ?? all[index - 1];
}

/**
 * Moves the focus before its element unmounts, so that keyboard users do not have to start at the top of the page: to
 * the next or previous element that matches the selector `kind`, otherwise to `fallbackFocus`, otherwise to the page's
 * content.
 */
export function moveFocusBeforeUnmount(element: Element, kind: string, fallbackFocus: HTMLElement | null = null): void {
  (findSibling(element, kind) ?? fallbackFocus ?? document.getElementById('content'))?.focus();
}

/** Finds the element that gets the focus when an overlay has closed. */
export type FindFocusTarget = () => HTMLElement | null;

/** How dialogs find the element that gets the focus after them, by their own elements. */
const targetsOfDialogs = new WeakMap<Element, FindFocusTarget>();

/** Remembers which element gets the focus after a dialog, for overlays that are opened while it is closing. */
export const rememberFocusTarget = (dialog: Element, find: FindFocusTarget) => void targetsOfDialogs.set(dialog, find);

/** Returns a function that finds the focused element again or, after its dialog has closed, what gets the focus then. */
function findLater(element: Element | null): FindFocusTarget {
  const dialog = element?.closest('[role=dialog]');
  return () => {
    if (element instanceof HTMLElement && element.isConnected) return element;
    return (dialog && targetsOfDialogs.get(dialog)?.()) ?? null;
  };
}

/**
 * Returns a function that finds the element that had the focus before an overlay opened, so that it can be restored. Dialogs
 * that are opened by state have no trigger that would get it. The element is read before the overlay takes the focus.
 */
export function usePreviousFocus(open: boolean): FindFocusTarget {
  const [previous, setPrevious] = useState<{ find: FindFocusTarget }>({ find: () => null });
  const [wasOpen, setWasOpen] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setPrevious({ find: findLater(document.activeElement) });
  }
  return previous.find;
}

/** Moves the focus to a button when the field closes that has replaced it, as soon as the button is mounted again. */
export function useFocusAfterClose(isOpen: boolean, button: RefObject<HTMLButtonElement | null>): void {
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, button]);
}

/**
 * Moves the focus to the first invalid field of a form whenever a submission is rejected. Returns the ref for the form.
 */
export function useFocusInvalidField(rejection: object | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (rejection) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [rejection]);
  return form;
}
