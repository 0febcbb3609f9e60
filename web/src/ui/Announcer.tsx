import { createStore, useStore } from 'zustand';

/** The screen reader announcement and a counter, so that the same text is announced again. */
const announcement = createStore(() => ({ text: '', times: 0 }));

/** Announces a text politely to screen readers. */
export function announce(text: string): void {
  announcement.setState(({ times }) => ({ text, times: times + 1 }));
}

/** The live region for announcements. It is rendered once, before there is any text. */
export function Announcer() {
  const { text, times } = useStore(announcement);
  return (
    <div aria-live="polite" className="sr-only">
      {text !== '' && <p key={times}>{text}</p>}
    </div>
  );
}
