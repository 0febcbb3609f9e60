import { createStore, useStore } from 'zustand';

/** The screen reader announcement and a counter, so that the same text is announced again. */
const announcement = createStore(() => ({ words: '', times: 0 }));

/** Announces a text politely to screen readers. */
export function announce(words: string): void {
  announcement.setState(({ times }) => ({ words, times: times + 1 }));
}

/** The live region for announcements. It is rendered once, before there is any text. */
export function Announcer() {
  const { words, times } = useStore(announcement);
  return (
    <div aria-live="polite" className="sr-only">
      {words !== '' && <p key={times}>{words}</p>}
    </div>
  );
}
