/** Toasts at the bottom of the page. */

/** The duration of a toast, in milliseconds (specification, section 9: auth and waitlist). */
const DURATION_MS = 5000;

/** Shows a toast for five seconds, or longer while the pointer hovers over it. Screen readers announce it. */
export function showToast(message: string, kind: 'good' | 'bad'): void {
  const toast = document.createElement('p');
  toast.className = `toast ${kind}`;
  toast.textContent = message;
  document.querySelector('.toasts')?.append(toast);
  let timer = 0;
  const wait = () => (timer = window.setTimeout(() => toast.remove(), DURATION_MS));
  toast.addEventListener('pointerenter', () => clearTimeout(timer));
  toast.addEventListener('pointerleave', wait);
  wait();
}

/** Removes the toasts of a kind. */
export function dismissToasts(kind: 'good' | 'bad'): void {
  for (const toast of document.querySelectorAll(`.toasts .${kind}`)) toast.remove();
}
