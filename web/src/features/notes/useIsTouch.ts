import { useMediaQuery } from '../../ui/useMediaQuery';

/** Returns whether the main pointer is a finger. */
export const useIsTouch = (): boolean => useMediaQuery('(pointer: coarse)');
