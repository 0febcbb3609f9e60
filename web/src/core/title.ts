/** The name of the browser's tab: the page's own, with the countdown in front of it while the timer runs. */
let page: string | null = null;
let countdown: string | null = null;

function show(): void {
  const title = [countdown, page].filter((part) => part !== null).join(' · ');
  if (page !== null && document.title !== title) document.title = title;
}

/** Names the tab after the page that is shown. */
export function setPageTitle(title: string): void {
  page = title;
  show();
}

/** Puts a countdown in front of the page's name; null takes it away. */
export function setTitleCountdown(left: string | null): void {
  countdown = left;
  show();
}
