import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useFileDropGuard } from './useFileDropGuard';

const files = { dataTransfer: { types: ['Files'], dropEffect: 'copy' } };

/** Returns whether the browser would handle a drop on an element. */
const isLeftToBrowser = (element: Element, event: object) => fireEvent.drop(element, event);

afterEach(() => document.body.replaceChildren());

it('ignores files that are dropped beside all drop targets', () => {
  const { unmount } = renderHook(() => useFileDropGuard());
  const input = document.createElement('input');
  document.body.append(input);
  expect(isLeftToBrowser(document.body, files)).toBe(false);
  expect(isLeftToBrowser(document.body, { dataTransfer: { types: ['text/plain'] } })).toBe(true);
  expect(isLeftToBrowser(input, files)).toBe(true);
  unmount();
  expect(isLeftToBrowser(document.body, files)).toBe(true);
});
