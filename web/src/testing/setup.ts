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

// Node 20 has no navigator. The core reads it once.
globalThis.navigator ??= {} as Navigator;

// jsdom neither scrolls, captures pointers nor animates. The check is for the package's own tests, which run without a DOM.
if (typeof document !== 'undefined') {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.setPointerCapture = () => undefined;
  for (const animatable of [Element.prototype, document]) animatable.getAnimations = () => [];
}

afterEach(() => {
  cleanup();
  // Keys that are still ignored (ui/ignoreTyping.ts) would be missing in the next test.
  if (typeof document !== 'undefined') document.dispatchEvent(new Event('pointerdown'));
});

// Components open dialogs and popovers at once, as after their modules have been loaded in advance (ui/usePreload.ts).
beforeAll(async () => {
  if (typeof Element === 'undefined') return;
  const [{ preloadDialog }, { preloadPopover }] = await Promise.all([import('../ui/Dialog'), import('../ui/Popover')]);
  await Promise.all([preloadDialog(), preloadPopover()]);
});
