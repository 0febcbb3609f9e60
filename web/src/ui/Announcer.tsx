import { createStore, useStore } from 'zustand';

/** What screen readers are told, and how often something was: the same words twice must be heard twice. */
const announcement = createStore(() => ({ words: '', times: 0 }));

/** Says something politely to those who cannot see that it happened. */
export function announce(words: string): void {
  announcement.setState(({ times }) => ({ words, times: times + 1 }));
}

/** Where that is said. It stands once in the page, before there are any words. */
export function Announcer() {
  const { words, times } = useStore(announcement);
  return (
    <div aria-live="polite" className="sr-only">
      {words !== '' && <p key={times}>{words}</p>}
    </div>
  );
}
