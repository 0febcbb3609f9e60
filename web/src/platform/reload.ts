/** Loads the page again. It is a separate module so that tests can replace it. */
export function reloadPage(): void {
  location.reload();
}
