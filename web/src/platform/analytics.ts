/**
 * Counts page views if the server's operator has configured an analytics script (`ANALYTICS_SCRIPT_URL`). It does not
 * depend on the core or the router, so the public pages can use it as it is.
 *
 * The contract with the script: `window.analyticsQueue` is an array of page views, oldest first. The script processes
 * the queued entries and replaces the array with an object whose `push` is called with each later page view.
 */

/** A page view. It contains no query string, no fragment, and nothing that identifies the user. */
export interface PageView {
  /** The pattern of the page's path, such as `/app/b/:boardSlug`. */
  route: string;
  /** The path itself, such as `/app/b/groceries-7f3k`. */
  path: string;
}

declare global {
  interface Window {
    /** The page views for the configured script; undefined while counting is off. */
    analyticsQueue?: { push: (view: PageView) => unknown } | undefined;
  }
}

/** The script element of this page; null until it has been added. */
let script: HTMLScriptElement | null = null;
/** The last reported path. A change of the query string alone does not count as a page view. */
let lastReportedPath: string | null = null;

/** Returns whether the user has opted out of tracking in the browser. */
function isTrackingDeclined(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/**
 * Loads the script named by `<meta name="analytics-script">`, once per page. Does nothing if there is no such tag or
 * the user has opted out of tracking; then `trackPageView` does nothing either.
 */
export function startAnalytics(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="analytics-script"]')?.content;
  if (script || !address || isTrackingDeclined()) return;
  const queue: PageView[] = [];
  window.analyticsQueue = queue;
  script = document.createElement('script');
  script.async = true;
  script.addEventListener('error', () => {
    // Without the script, the queue would grow forever.
    window.analyticsQueue = undefined;
    // oxlint-disable-next-line no-console -- Only logged: it does not affect the user, and the operator can look it up.
    console.error('Error loading analytics script');
  });
  script.src = address;
  document.head.append(script);
}

/** Reports a page view by its route pattern. Repeated calls for the same path are ignored. */
export function trackPageView(route: string, path: string = location.pathname): void {
  if (!window.analyticsQueue || path === lastReportedPath) return;
  lastReportedPath = path;
  try {
    window.analyticsQueue.push({ route, path });
  } catch {
    // An error in the analytics script must not break the page.
  }
}
