/** A finger on the glass, step by step. */
import type { Page } from '@playwright/test';

export interface Finger {
  down: (x: number, y: number) => Promise<void>;
  /** Slides there in steps, a frame's time each. */
  slide: (x: number, y: number, steps?: number) => Promise<void>;
  up: () => Promise<void>;
  /** The system takes the finger away, as for a gesture of its own. */
  cancel: () => Promise<void>;
}

export async function fingerOn(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel') =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' || type === 'touchMove' ? [at] : [] });
  return {
    down: async (x, y) => {
      at = { x, y };
      await send('touchStart');
    },
    slide: async (x, y, steps = 10) => {
      const from = at;
      for (let step = 1; step <= steps; step += 1) {
        at = { x: from.x + ((x - from.x) * step) / steps, y: from.y + ((y - from.y) * step) / steps };
        await send('touchMove');
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    },
    up: async () => void (await send('touchEnd')),
    cancel: async () => void (await send('touchCancel')),
  };
}
