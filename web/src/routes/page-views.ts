import type { createBrowserRouter } from 'react-router';
import { trackPageView, startAnalytics } from '../platform/analytics';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;

/** Reports every page that the router shows, by the pattern of its path. Returns a function that stops it. */
export function trackPageViews(router: Router): () => void {
  const report = ({ initialized, navigation, matches, location }: Router['state']) => {
    // While a page's file is loading, the page is not visible yet.
    if (!initialized || navigation.state !== 'idle') return;
    // The URL of an auth form, of a shared board or of a mailed link may hold a secret, which a third-party script could read: the script is
    // loaded on the next page.
    const hasCode = /^\/(join|public|unsubscribe)\//.test(location.pathname);
    if (location.pathname !== '/auth' && !hasCode) startAnalytics();
    const parts = matches.flatMap(({ route }) => (route.path ? [route.path] : []));
    // Unknown paths match the last route.
    const pattern = parts[0] === '*' ? '*' : `/${parts.join('/')}`;
    trackPageView(pattern, hasCode ? pattern : location.pathname);
  };
  report(router.state);
  return router.subscribe(report);
}
