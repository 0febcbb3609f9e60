/** Chromium's launch options for browser tests and benchmarks. */
import { existsSync } from 'node:fs';

/** Debian's Chromium, which needs no download; undefined if it is missing, and Playwright's own is used. */
export const debianChromium = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;

/** Disables unrequested network traffic, and features that need a GPU or a user account. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
