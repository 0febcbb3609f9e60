import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const ADDRESS = 'https://analytics.example/script.js';

/** Loads a fresh copy of the module, as a page load does, and starts it. */
async function start() {
  vi.resetModules();
  const analytics = await import('./analytics');
  analytics.startAnalytics();
  return analytics;
}

const scripts = () => [...document.head.querySelectorAll('script')];

/** Sets a browser preference that jsdom does not implement. */
function prefer(name: 'doNotTrack' | 'globalPrivacyControl', value: unknown): void {
  Object.defineProperty(navigator, name, { value, configurable: true });
}

beforeEach(() => {
  document.head.innerHTML = `<meta name="analytics-script" content="${ADDRESS}">`;
  history.replaceState(null, '', '/about');
});

afterEach(() => {
  document.head.replaceChildren();
  window.analyticsQueue = undefined;
  Reflect.deleteProperty(navigator, 'doNotTrack');
  Reflect.deleteProperty(navigator, 'globalPrivacyControl');
  history.replaceState(null, '', '/');
});

describe('analytics', () => {
  it('loads the configured script once', async () => {
    const { startAnalytics } = await start();
    startAnalytics();
    expect(scripts().map(({ src, async }) => [src, async])).toEqual([[ADDRESS, true]]);
  });

  it('queues page views until the script loads, then passes them on directly', async () => {
    const { trackPageView } = await start();
    trackPageView('/about');
    trackPageView('/app/b/:boardSlug', '/app/b/groceries-7f3k');
    expect(window.analyticsQueue).toEqual([
      { route: '/about', path: '/about' },
      { route: '/app/b/:boardSlug', path: '/app/b/groceries-7f3k' },
    ]);
    // Replaces the queue, as an analytics script does when it starts.
    const push = vi.fn();
    window.analyticsQueue = { push };
    trackPageView('/app', '/app');
    expect(push.mock.calls).toEqual([[{ route: '/app', path: '/app' }]]);
  });

  it('never reports the query or the hash', async () => {
    history.replaceState(null, '', '/auth?type=reset&token=secret#more');
    const { trackPageView } = await start();
    trackPageView('/auth');
    expect(window.analyticsQueue).toEqual([{ route: '/auth', path: '/auth' }]);
  });

  it('counts a page once until another one has been shown', async () => {
    const { trackPageView } = await start();
    for (const path of ['/app', '/app', '/app/stats', '/app']) trackPageView(path, path);
    expect(window.analyticsQueue).toHaveLength(3);
  });

  it('ignores errors thrown by the script', async () => {
    const { trackPageView } = await start();
    window.analyticsQueue = {
      push: () => {
        throw new Error('of the script');
      },
    };
    expect(() => trackPageView('/about')).not.toThrow();
  });

  it.each([
    ['without the configuration', () => document.head.replaceChildren()],
    ['where no script is configured', () => document.querySelector('meta')?.setAttribute('content', '')],
    ['with Do Not Track', () => prefer('doNotTrack', '1')],
    ['with Global Privacy Control', () => prefer('globalPrivacyControl', true)],
  ])('loads and keeps nothing %s', async (_where, arrange) => {
    arrange();
    const { trackPageView } = await start();
    trackPageView('/about');
    expect(scripts()).toEqual([]);
    expect(window.analyticsQueue).toBeUndefined();
  });

  it('counts page views unless the browser opts out', async () => {
    prefer('doNotTrack', '0');
    prefer('globalPrivacyControl', false);
    await start();
    expect(scripts()).toHaveLength(1);
  });

  it('logs a script load failure and drops the queue', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const { trackPageView } = await start();
    trackPageView('/about');
    scripts()[0]?.dispatchEvent(new Event('error'));
    trackPageView('/contact', '/contact');
    expect(log.mock.calls).toEqual([['Error loading analytics script']]);
    expect(window.analyticsQueue).toBeUndefined();
  });
});
