/** The URL schemes allowed in links of a note. The core enforces the same list (SPEC N1). */
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** Returns the normalized URL, or null if it is not absolute or its scheme is not allowed. */
export function sanitizeUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  return SCHEMES.has(url.protocol) ? url.href : null;
}

/** Returns the URL for what the user typed, which may lack a scheme, or null if it is not allowed. */
export function normalizeTypedUrl(text: string): string | null {
  const typed = text.trim();
  if (typed === '' || /\s/.test(typed)) return null;
  if (/^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(typed)) return sanitizeUrl(`mailto:${typed}`);
  // Digits after a colon are a port.
  return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed) ? sanitizeUrl(typed) : sanitizeUrl(`https://${typed}`);
}
