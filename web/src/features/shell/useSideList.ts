import { useCallback, useEffect, useState } from 'react';
import { rememberUnfolded, wasUnfolded } from '../../core/side-list';
import { isTextField } from './keys';

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
      if (event.key !== '[' || event.defaultPrevented || event.metaKey || (event.ctrlKey && !event.altKey)) return;
      // Whatever is open now has keys of its own.
      if (isTextField(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toggle]);
  return [isUnfolded, toggle];
}
