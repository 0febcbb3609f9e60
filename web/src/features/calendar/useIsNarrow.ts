import { useMediaQuery } from '../../ui/useMediaQuery';

/** Returns whether the window is as narrow as a phone's, where the navigation is at the bottom. */
export const useIsNarrow = (): boolean => useMediaQuery('(width < 48rem)');
