import { type RefCallback, useCallback, useState } from 'react';

/** The distance from one open list to the next, in pixels: the width of a list and the gap. */
export const LIST_DISTANCE_PX = 312;
/** How far outside the view a list already shows its cards, in pixels. */
const MARGIN_PX = LIST_DISTANCE_PX;

/**
 * Returns a ref for a child of a horizontal scroller, and whether the child is in view, close to it, or has the focus.
 * The first render uses a guess: without it the page would be laid out once before it has any cards.
 */
export function useNearView(guess: () => boolean): [RefCallback<HTMLElement>, boolean] {
  const [isNear, setIsNear] = useState(guess);
  const ref = useCallback((element: HTMLElement | null) => {
    const scroller = element?.parentElement;
    if (!scroller) return undefined;
    const hasFocus = () => element.contains(document.activeElement);
    // The observer reports after the first paint, which needs the cards.
    const [own, view] = [element.getBoundingClientRect(), scroller.getBoundingClientRect()];
    let isInRange = own.left <= view.right + MARGIN_PX && own.right >= view.left - MARGIN_PX;
    setIsNear(isInRange || hasFocus());
    const observer = new IntersectionObserver(
      (entries) => {
        isInRange = entries.at(-1)?.isIntersecting ?? isInRange;
        setIsNear(isInRange || hasFocus());
      },
      { root: scroller, rootMargin: `0px ${MARGIN_PX}px` },
    );
    observer.observe(element);
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      // While another window is used, the list keeps the focused element.
      if (!isInRange && !hasFocus() && !(relatedTarget instanceof Node && element.contains(relatedTarget))) setIsNear(false);
    };
    element.addEventListener('focusout', onFocusOut);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusout', onFocusOut);
    };
  }, []);
  return [ref, isNear];
}
