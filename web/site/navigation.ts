/** The bar of the landing page, and its menu on small screens. */

/** The scroll position from which the bar is shown, in pixels (specification, section 9). */
const BAR_SCROLL_THRESHOLD_PX = 200;

/** Shows the bar once the page has been scrolled by more than 200 pixels. */
export function setUpBar(): void {
  const bar = document.getElementById('bar');
  if (!bar) return;
  const look = () => bar.classList.toggle('shown', scrollY > BAR_SCROLL_THRESHOLD_PX);
  addEventListener('scroll', look, { passive: true });
  look();
}

/** Closes a dialog by its close button, a click outside, or a link in it. The browser handles Escape. */
export function setUpDialogClose(dialog: HTMLDialogElement): void {
  dialog.addEventListener('click', (event) => {
    const target = event.target as Element;
    // A click on the backdrop targets the dialog itself, but is outside of its box.
    const isBeside = target === dialog && !isWithin(dialog.getBoundingClientRect(), event);
    if (isBeside || target.closest('[data-close], a')) dialog.close();
  });
}

function isWithin({ left, right, top, bottom }: DOMRect, { clientX, clientY }: MouseEvent): boolean {
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** Makes the menu button open the menu. The browser traps the focus in it, and returns it to the button. */
export function setUpMenu(): void {
  const menu = document.querySelector<HTMLDialogElement>('#menu');
  const button = document.getElementById('menu-button');
  if (!menu || !button) return;
  setUpDialogClose(menu);
  button.addEventListener('click', () => menu.showModal());
}
