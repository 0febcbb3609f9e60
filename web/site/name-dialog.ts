/**
 * The "Try it out" dialog: asks for a name and opens the app as a guest, whose name is stored in the local storage
 * under `name`. Without this script, the button is a link to the signup page.
 */
import { setUpDialogClose } from './navigation';

/** The maximum length of a name, in characters. */
const MAX_NAME_LENGTH = 100;

/** The app's start page. */
const APP = '/app';

/** The target if the browser has no storage, because guests need a stored name. */
const SIGN_UP = '/auth?type=signup';

/** Makes every "Try it out" button ask for a name; logged-in users go directly to the app. */
export function setUpNameDialog(go: (path: string) => void = (path) => location.assign(path)): void {
  const dialog = document.querySelector<HTMLDialogElement>('#name-dialog');
  const field = dialog?.querySelector('input');
  if (!dialog || !field) return;
  setUpDialogClose(dialog);

  for (const link of document.querySelectorAll('[data-try]')) {
    link.addEventListener('click', (event) => {
      const known = readStorage();
      // Without storage there are no guests, so the link works normally.
      if (!known) return;
      event.preventDefault();
      if (known.isSignedIn) {
        go(APP);
        return;
      }
      // Closes the menu that may contain the link before the dialog opens, because closing a dialog returns the focus
      // to its button.
      link.closest('dialog')?.close();
      field.value = known.name;
      dialog.showModal();
    });
  }

  dialog.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const name = field.value.trim();
    if (name === '' || Array.from(name).length > MAX_NAME_LENGTH) {
      field.focus();
      return;
    }
    dialog.close();
    go(storeName(name) ? APP : SIGN_UP);
  });
}

/** Stores the name. Returns whether it was stored. */
function storeName(name: string): boolean {
  try {
    localStorage.setItem('name', name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the stored session and name, or null if the browser has no storage. */
function readStorage(): { isSignedIn: boolean; name: string } | null {
  try {
    const isSignedIn = ['access_token', 'refresh_token'].some((key) => localStorage.getItem(key));
    return { isSignedIn, name: localStorage.getItem('name') ?? '' };
  } catch {
    return null;
  }
}
