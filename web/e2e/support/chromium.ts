/** How Chromium is started wherever a real browser is needed: by the browser tests and by the measurements. */
import { existsSync } from 'node:fs';

/** Debian's browser, which needs no download; undefined where it is missing, and Playwright's own serves. */
export const debianChromium = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;

/** Without what talks to the network unasked, or needs a graphics card or a user of its own. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
