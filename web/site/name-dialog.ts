/**
 * "Try it out": asks for a name and enters the app as a guest, whose name stands in the local storage under `name`. Without this
 * script it is a link to signing up.
 */
import { setUpDialogClose } from './navigation';

/** The longest name, in characters. */
const MAX_NAME_LENGTH = 100;

/** Where the app begins. */
const APP = '/app';

/** Where those go whose browser keeps nothing: without a name nobody is a guest. */
const SIGN_UP = '/auth?type=signup';

/** Makes every "Try it out" ask for a name; whoever is signed in enters at once. */
export function setUpNameDialog(go: (path: string) => void = (path) => location.assign(path)): void {
  const dialog = document.querySelector<HTMLDialogElement>('#name-dialog');
  const field = dialog?.querySelector('input');
  if (!dialog || !field) return;
  setUpDialogClose(dialog);

  for (const link of document.querySelectorAll('[data-try]')) {
    link.addEventListener('click', (event) => {
      const known = readStorage();
      // Where nothing can be stored, there are no guests: the link leads where it says.
      if (!known) return;
      event.preventDefault();
      if (known.isSignedIn) {
        go(APP);
        return;
      }
      // Before the other opens: the menu that the link may stand in gives the keyboard back to its button as it closes.
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

/** Keeps the name. Answers whether there was room for it. */
function storeName(name: string): boolean {
  try {
    localStorage.setItem('name', name);
    return true;
  } catch {
    return false;
  }
}

/** What is known here of whoever looks; null where nothing can be stored. */
function readStorage(): { isSignedIn: boolean; name: string } | null {
  try {
    const isSignedIn = ['access_token', 'refresh_token'].some((key) => localStorage.getItem(key));
    return { isSignedIn, name: localStorage.getItem('name') ?? '' };
  } catch {
    return null;
  }
}
