/**
 * Records console errors in a browser whose driver does not report them. WebKitWebDriver has neither a log nor a way to run a script
 * before a page's own, so a proxy adds one to each page of the app.
 */
import { createHash } from 'node:crypto';
import type { Rewriter } from '../support/proxy';

/** Runs before anything else in the page. What it records survives reloads in the session storage of the tab. */
const RECORDER = `(() => {
  const record = (line) => {
    const lines = JSON.parse(sessionStorage.getItem('console-problems') ?? '[]');
    sessionStorage.setItem('console-problems', JSON.stringify([...lines, line]));
  };
  const words = (values) => values.map((value) => (value instanceof Error ? value.message : typeof value === 'string' ? value : JSON.stringify(value))).join(' ');
  for (const level of ['error', 'warn']) {
    const original = console[level].bind(console);
    console[level] = (...values) => { record(level + ': ' + words(values)); original(...values); };
  }
  addEventListener('error', (event) => {
    const source = event.target instanceof Element ? event.target.src ?? event.target.href : null;
    record(source === null ? 'uncaught: ' + event.message : 'could not load ' + source);
  }, true);
  addEventListener('unhandledrejection', (event) => record('unhandled rejection: ' + words([event.reason])));
  addEventListener('securitypolicyviolation', (event) => record('refused by ' + event.violatedDirective + ': ' + event.blockedURI));
})();`;

const HASH = createHash('sha256').update(RECORDER).digest('base64');

/** Adds the recorder to the app's pages, and its hash to their content security policy. */
export const consoleRecorder: Rewriter = {
  handles: (path) => /^\/(app|auth)(?=[/?]|$)/.test(path),
  rewrite: (path, text, headers) => {
    const policy = String(headers['content-security-policy'] ?? '');
    const changed = { text: text.replace('<head>', `<head><script>${RECORDER}</script>`), policy: policy.replace("script-src 'self'", `$& 'sha256-${HASH}'`) };
    if (changed.text === text || changed.policy === policy) throw new Error(`${path} is not a page of the app`);
    return { text: changed.text, headers: { ...headers, 'content-security-policy': changed.policy } };
  },
};

/** An expression that returns what was recorded since it was last evaluated. */
export const takeRecorded = `(() => {
  const lines = JSON.parse(sessionStorage.getItem('console-problems') ?? '[]');
  sessionStorage.removeItem('console-problems');
  return lines;
})()`;
