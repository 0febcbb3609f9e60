/** Test support: touch screens. */
import { fireEvent } from '@testing-library/react';
import { vi } from 'vitest';

/** Makes the device have a touch screen. Returns a function that ends this. */
export function stubTouchScreen(): () => void {
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: true, addEventListener() {}, removeEventListener() {} }));
  return () => vi.unstubAllGlobals();
}

export type TouchType = 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel';

/** Fires a touch event; jsdom's own have no touches. Returns whether the browser may scroll. */
export function touch(element: Element, type: TouchType, ...points: [x: number, y: number][]): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  return fireEvent(element, Object.assign(event, { touches: points.map(([clientX, clientY]) => ({ clientX, clientY })) }));
}
