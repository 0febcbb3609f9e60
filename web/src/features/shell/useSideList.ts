import { useCallback, useEffect, useState } from 'react';
import { rememberUnfolded, wasUnfolded } from '../../core/side-list';
import { isKey, isTakenElsewhere } from '../../ui/keyboard';

/** Whether the list beside the rail is unfolded, which is remembered, and how to fold it: also by the key `[`. */
export function useSideList(): [isUnfolded: boolean, toggle: () => void] {
  const [isUnfolded, setIsUnfolded] = useState(wasUnfolded);
  const toggle = useCallback(
    () =>
      setIsUnfolded((before) => {
        rememberUnfolded(!before);
        return !before;
      }),
    [],
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // AltGr makes the bracket on many keyboards, and reports itself as Control and Alt.
      if (!isKey(event, '[') || event.metaKey || (event.ctrlKey && !event.altKey) || isTakenElsewhere(event)) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toggle]);
  return [isUnfolded, toggle];
}
