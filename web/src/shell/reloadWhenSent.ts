import { mirror } from '../core/client';
import { reloadPage } from '../platform/reload';

/** How long the page waits until all changes have been sent, in milliseconds. By then they are stored. */
const SEND_TIMEOUT_MS = 1_000;

const isSent = (): boolean => mirror.getState().sync.unsent === 0;

/** Reloads the page once all changes have been sent, or after a second. Returns a function that cancels it. */
export function reloadWhenSent(): () => void {
  // The local storage is written at once, but not the outbox.
  if (isSent()) {
    reloadPage();
    return () => undefined;
  }
  const cancel = () => {
    clearTimeout(timer);
    unsubscribe();
  };
  const reload = () => {
    cancel();
    reloadPage();
  };
  const timer = setTimeout(reload, SEND_TIMEOUT_MS);
  const unsubscribe = mirror.subscribe(() => isSent() && reload());
  return cancel;
}
