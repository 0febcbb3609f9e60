import { type RefObject, useEffect } from 'react';

/** Enables gestures in an element. Returns a function that disables them. */
export type EnableGestures = (area: HTMLElement) => () => void;

/** Enables gestures on devices with a touch screen. Elsewhere nothing is loaded. `load` must be a constant. */
export function useTouch(area: RefObject<HTMLElement | null>, load: () => Promise<EnableGestures>): void {
  useEffect(() => {
    if (!matchMedia('(any-pointer: coarse)').matches) return undefined;
    let isMounted = true;
    let disable: (() => void) | null = null;
    load().then(
      (enable) => {
        if (isMounted && area.current) disable = enable(area.current);
      },
      // Gestures are shortcuts, so their absence is not reported.
      () => undefined,
    );
    return () => {
      isMounted = false;
      disable?.();
    };
  }, [area, load]);
}
