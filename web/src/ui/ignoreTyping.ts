import { isTextField } from './keyboard';

/** How long typing must pause before keys count again, in milliseconds. */
const PAUSE_MS = 1000;

/** Keys with which a text is typed, apart from the characters. */
const EDITING_KEYS = new Set(['Enter', 'Backspace', 'Delete']);

/**
 * Ignores the keys of a text until typing pauses. For text fields that disappear while the user types in them: the rest of the text
 * must not run shortcuts.
 */
export function ignoreTyping(): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 || EDITING_KEYS.has(event.key);
    if (!isText || event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(timer);
    timer = setTimeout(stop, PAUSE_MS);
  };
  const stop = () => document.removeEventListener('keydown', onKeyDown, true);
  let timer = setTimeout(stop, PAUSE_MS);
  document.addEventListener('keydown', onKeyDown, true);
}
