/** The name of the browser's tab: the page's own, with the countdown in front of it while the timer runs. */
let pageTitle: string | null = null;
let countdown: string | null = null;

function updateDocumentTitle(): void {
  const title = [countdown, pageTitle].filter((part) => part !== null).join(' · ');
  if (pageTitle !== null && document.title !== title) document.title = title;
}

/** Names the tab after the page that is shown. */
export function setPageTitle(title: string): void {
  pageTitle = title;
  updateDocumentTitle();
}

/** Puts a countdown in front of the page's name; null takes it away. */
export function setTitleCountdown(timeLeft: string | null): void {
  countdown = timeLeft;
  updateDocumentTitle();
}
