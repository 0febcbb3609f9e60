/** Chromium's launch options for browser tests and benchmarks. */
import { existsSync } from 'node:fs';

/** Debian's Chromium, which needs no download; undefined if it is missing, and Playwright's own is used. */
export const debianChromium = existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;

const DEBIAN_HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

/**
 * Chromium without a user interface: the same engine, which opens a page with half of the processor time. Like
 * `debianChromium`, undefined if Playwright's own is used.
 */
export const headlessShell = existsSync(DEBIAN_HEADLESS_SHELL) ? DEBIAN_HEADLESS_SHELL : debianChromium;

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
