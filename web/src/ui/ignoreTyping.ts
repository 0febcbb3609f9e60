import { isTextField, keyOf } from './keyboard';

/** How long typing must pause before keys count again, in milliseconds. */
const PAUSE_MS = 1000;

/** Keys with which a text is typed, apart from the characters. */
const EDITING_KEYS = new Set(['Enter', 'Backspace', 'Delete']);

/** Keys with which the user leaves the text. */
const LEAVING_KEYS = new Set(['Tab', 'Escape']);

/**
 * Ignores the keys of a text until typing pauses, or the user does something else. For text fields that disappear while the user
 * types in them: the rest of the text must not run shortcuts.
 */
export function ignoreTyping(): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key !== null && LEAVING_KEYS.has(key)) return stop();
    const isText = key === null || key.length === 1 || EDITING_KEYS.has(key);
    if (!isText || event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(timer);
    timer = setTimeout(stop, PAUSE_MS);
  };
  const listening = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    listening.abort();
  };
  let timer = setTimeout(stop, PAUSE_MS);
  const options = { capture: true, signal: listening.signal };
  document.addEventListener('keydown', onKeyDown, options);
  document.addEventListener('pointerdown', stop, options);
}
