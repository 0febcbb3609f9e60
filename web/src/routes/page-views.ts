import type { createBrowserRouter } from 'react-router';
import { trackPageView, startAnalytics } from '../core/analytics';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;

/** Reports every page that the router shows, by the pattern of its path. Returns how to stop. */
export function trackPageViews(router: Router): () => void {
  const report = ({ initialized, navigation, matches, location }: Router['state']) => {
    // Where a page's file is still on its way, nobody looks at that page yet.
    if (!initialized || navigation.state !== 'idle') return;
    // The address of a form may hold a secret, which a script of somebody else's could read there: it is loaded with the next page.
    if (location.pathname !== '/auth') startAnalytics();
    const parts = matches.flatMap(({ route }) => (route.path ? [route.path] : []));
    // What no route has is matched by the last one.
    trackPageView(parts[0] === '*' ? '*' : `/${parts.join('/')}`, location.pathname);
  };
  report(router.state);
  return router.subscribe(report);
}
