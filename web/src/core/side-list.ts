/** Remembers on this device whether the list beside the rail is unfolded. It is the device's: its screen has room for it or not. */

const KEY = 'sideList';

/** Whether it was unfolded last. */
export function wasUnfolded(): boolean {
  try {
    return localStorage.getItem(KEY) === 'unfolded';
  } catch {
    return false;
  }
}

/** Remembers it. A browser that keeps nothing forgets it. */
export function rememberUnfolded(isUnfolded: boolean): void {
  try {
    localStorage.setItem(KEY, isUnfolded ? 'unfolded' : 'folded');
  } catch {
    // It is folded again at the next start.
  }
}
