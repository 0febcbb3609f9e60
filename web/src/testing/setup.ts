import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';

// jsdom has no layout and therefore no size observers; these fakes never report a change.
class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
Object.assign(globalThis, { ResizeObserver: SilentObserver, IntersectionObserver: SilentObserver });

// jsdom has no media queries either.
Object.assign(globalThis, {
  matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
});

// jsdom does not scroll. The check is for the package's own tests, which run without a DOM.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView = () => undefined;

afterEach(cleanup);

// Components open dialogs and popovers at once, as after their modules have been loaded in advance (ui/usePreload.ts).
beforeAll(async () => {
  if (typeof Element === 'undefined') return;
  const [{ preloadDialog }, { preloadPopover }] = await Promise.all([import('../ui/Dialog'), import('../ui/Popover')]);
  await Promise.all([preloadDialog(), preloadPopover()]);
});
