/** How long the browser may take to save an offered file, in milliseconds, before its object URL is revoked. */
const REVOKE_AFTER_MS = 60_000;

/** Downloads a text as a file. */
export function downloadText(name: string, media_type: string, text: string): void {
  downloadUrl(name, URL.createObjectURL(new Blob([text], { type: `${media_type};charset=utf-8` })));
}

/** Downloads an object URL (`blob:`) as a file and revokes the URL afterwards. */
export function downloadUrl(name: string, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  // Some browsers only follow links that are in the document.
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
