/** The document's title: the page's own, preceded by the countdown while the timer runs. */
let pageTitle: string | null = null;
let countdown: string | null = null;

function updateDocumentTitle(): void {
  const title = [countdown, pageTitle].filter((part) => part !== null).join(' · ');
  if (pageTitle !== null && document.title !== title) document.title = title;
}

/** Sets the title of the current page. */
export function setPageTitle(title: string): void {
  pageTitle = title;
  updateDocumentTitle();
}

/** Shows a countdown before the page's title; null removes it. */
export function setTitleCountdown(timeLeft: string | null): void {
  countdown = timeLeft;
  updateDocumentTitle();
}
