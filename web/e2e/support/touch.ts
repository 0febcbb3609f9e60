/** Simulates a finger on a touch screen, step by step. */
import type { Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

export interface TouchPointer {
  down: (x: number, y: number) => Promise<void>;
  /** Slides to a point in steps, one per frame. */
  slide: (x: number, y: number, steps?: number) => Promise<void>;
  /**
   * Touches down and slides immediately, for a swipe: on a slow machine, `down` and then `slide` can become a long
   * press.
   */
  downAndSlide: (from: Point, to: Point) => Promise<void>;
  up: () => Promise<void>;
  /** Cancels the touch, as the system does for its own gestures. */
  cancel: () => Promise<void>;
}

export async function createTouch(page: Page): Promise<TouchPointer> {
  const session = await page.context().newCDPSession(page);
  let at: Point = { x: 0, y: 0 };
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel') =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' || type === 'touchMove' ? [at] : [] });
  const slide = async (x: number, y: number, steps = 10) => {
    const from = at;
    for (let step = 1; step <= steps; step += 1) {
      at = { x: from.x + ((x - from.x) * step) / steps, y: from.y + ((y - from.y) * step) / steps };
      await send('touchMove');
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  };
  return {
    down: async (x, y) => {
      at = { x, y };
      await send('touchStart');
    },
    slide,
    downAndSlide: async (from, to) => {
      at = from;
      const touched = send('touchStart');
      at = { x: from.x + (to.x - from.x) / 4, y: from.y + (to.y - from.y) / 4 };
      await Promise.all([touched, send('touchMove')]);
      await slide(to.x, to.y);
    },
    up: async () => void (await send('touchEnd')),
    cancel: async () => void (await send('touchCancel')),
  };
}
