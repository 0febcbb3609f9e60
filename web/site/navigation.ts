/** The bar of the landing page, and the menu that it becomes on small screens. */

/** How far the page has to be scrolled for the bar to come down, in pixels (specification, section 9). */
const BAR_SCROLL_THRESHOLD_PX = 200;

/** Shows the bar once the page has been scrolled by more than 200 pixels. */
export function setUpBar(): void {
  const bar = document.getElementById('bar');
  if (!bar) return;
  const look = () => bar.classList.toggle('shown', scrollY > BAR_SCROLL_THRESHOLD_PX);
  addEventListener('scroll', look, { passive: true });
  look();
}

/** Closes a dialog by its button, by a press beside it, and by whatever in it leads elsewhere. Escape is the browser's. */
export function setUpDialogClose(dialog: HTMLDialogElement): void {
  dialog.addEventListener('click', (event) => {
    const target = event.target as Element;
    // A press on what lies behind the dialog comes to the dialog itself, and lies outside of its box.
    const isBeside = target === dialog && !isWithin(dialog.getBoundingClientRect(), event);
    if (isBeside || target.closest('[data-close], a')) dialog.close();
  });
}

function isWithin({ left, right, top, bottom }: DOMRect, { clientX, clientY }: MouseEvent): boolean {
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** Opens the menu by its button. The browser keeps the keyboard in it, and gives it back to the button. */
export function setUpMenu(): void {
  const menu = document.querySelector<HTMLDialogElement>('#menu');
  const button = document.getElementById('menu-button');
  if (!menu || !button) return;
  setUpDialogClose(menu);
  button.addEventListener('click', () => menu.showModal());
}
