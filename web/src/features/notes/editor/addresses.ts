/** Where a link of a note may lead: on the web, or to a mailbox. The core checks the same before it keeps a note (SPEC N1). */
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** An address as browsers read it, where it is whole and may be followed; null for any other. */
export function sanitizeUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  return SCHEMES.has(url.protocol) ? url.href : null;
}

/** What somebody means who types an address, which may leave the scheme out; null where it cannot be followed. */
export function normalizeTypedUrl(text: string): string | null {
  const typed = text.trim();
  if (typed === '' || /\s/.test(typed)) return null;
  if (/^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(typed)) return sanitizeUrl(`mailto:${typed}`);
  // Digits behind a colon are a port.
  return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed) ? sanitizeUrl(typed) : sanitizeUrl(`https://${typed}`);
}
