import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom lays nothing out, so it has no observers of sizes; with these, nothing ever changes its size.
class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
Object.assign(globalThis, { ResizeObserver: SilentObserver, IntersectionObserver: SilentObserver });

// Nor has it a device that prefers anything.
Object.assign(globalThis, {
  matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
});

// Nor does it scroll. The package's own tests run without a page.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView = () => undefined;

afterEach(cleanup);
