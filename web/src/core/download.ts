/** How long the browser may take to fetch what it was offered, in milliseconds, before its memory is given back. */
const REVOKE_AFTER_MS = 60_000;

/** Offers a text as a file to keep. The browser asks where to, or puts it where it puts what is downloaded. */
export function downloadText(name: string, media_type: string, text: string): void {
  downloadUrl(name, URL.createObjectURL(new Blob([text], { type: `${media_type};charset=utf-8` })));
}

/** Offers what lies under an address of this page (`blob:`) as a file to keep, and gives its memory back afterwards. */
export function downloadUrl(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  // Some browsers follow only what is part of the page.
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
