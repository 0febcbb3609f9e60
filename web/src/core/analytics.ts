/**
 * Counts page views, where whoever runs the server has configured a script for it (`ANALYTICS_SCRIPT_URL`). It knows nothing of
 * the core or the router, so that the public pages can use it as it is.
 *
 * The contract with the script: `window.analyticsQueue` is an array of page views, oldest first. The script takes out what
 * stands in it and puts an object of its own in its place whose `push` is called with each page view from then on.
 */

/** One page that somebody looked at. Neither what stands behind a `?` or a `#`, nor who it was, is part of it. */
export interface PageView {
  /** The pattern of the page's path, such as `/app/b/:boardSlug`. */
  route: string;
  /** The path itself, such as `/app/b/groceries-7f3k`. */
  path: string;
}

declare global {
  interface Window {
    /** The page views for the configured script. There is none where nothing is counted. */
    analyticsQueue?: { push: (view: PageView) => unknown } | undefined;
  }
}

/** The script of this page, once it has been asked for. */
let script: HTMLScriptElement | null = null;
/** The path that was reported last: what changes behind its `?` is no other page. */
let lastReportedPath: string | null = null;

/** Whether the browser says that its person does not want to be counted. */
function isTrackingDeclined(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/**
 * Loads the script that `<meta name="analytics-script">` names, once for each page. Without one, and for whoever does not want to
 * be counted, it loads nothing, and `trackPageView` does nothing.
 */
export function startAnalytics(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="analytics-script"]')?.content;
  if (script || !address || isTrackingDeclined()) return;
  const queue: PageView[] = [];
  window.analyticsQueue = queue;
  script = document.createElement('script');
  script.async = true;
  script.addEventListener('error', () => {
    // Nobody will ever take the page views out.
    window.analyticsQueue = undefined;
    // oxlint-disable-next-line no-console -- Only logged: it is nothing to the person, and whoever runs the server may look.
    console.error('Error loading analytics script');
  });
  script.src = address;
  document.head.append(script);
}

/** Reports a page by its pattern, once until another page has been shown. */
export function trackPageView(route: string, path: string = location.pathname): void {
  if (!window.analyticsQueue || path === lastReportedPath) return;
  lastReportedPath = path;
  try {
    window.analyticsQueue.push({ route, path });
  } catch {
    // The script's own fault, which must not become the page's.
  }
}
