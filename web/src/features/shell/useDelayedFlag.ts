import { useEffect, useState } from 'react';

/** Whether something has been so for as long as this without a break, in milliseconds. What passes at once needs no words. */
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
