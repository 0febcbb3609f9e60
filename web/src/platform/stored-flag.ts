/** A flag that is stored per device, such as whether the sidebar is open, which depends on the screen size. */
export interface StoredFlag {
  read: () => boolean;
  store: (isOn: boolean) => void;
}

/** Returns the flag of a key of the local storage. It is off unless the given text is stored. */
export function storedFlag(key: string, on: string): StoredFlag {
  return {
    read: () => {
      try {
        return localStorage.getItem(key) === on;
      } catch {
        return false;
      }
    },
    store: (isOn) => {
      try {
        if (isOn) localStorage.setItem(key, on);
        else localStorage.removeItem(key);
      } catch {
        // Storage is unavailable, so the flag will be off on the next start.
      }
    },
  };
}
