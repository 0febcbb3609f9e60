import { useEffect, useState } from 'react';

/**
 * Returns true once `isActive` has been true for this many milliseconds without a break, so that short states are not
 * shown.
 */
export function useDelayedFlag(isActive: boolean, milliseconds: number): boolean {
  const [isDelayed, setIsDelayed] = useState(false);
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setTimeout(() => setIsDelayed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsDelayed(false);
    };
  }, [isActive, milliseconds]);
  return isDelayed;
}
