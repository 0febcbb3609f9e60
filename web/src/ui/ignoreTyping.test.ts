import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ignoreTyping } from './ignoreTyping';

/** Returns whether a key is left to the page. */
const isLeft = (key: string) => fireEvent.keyDown(document.body, { key });

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.runAllTimers();
    vi.useRealTimers();
  };
});

it('ignores the keys of a text until typing pauses', () => {
  ignoreTyping();
  expect([isLeft('e'), isLeft('Enter'), isLeft('F2')]).toEqual([false, false, true]);
  vi.advanceTimersByTime(900);
  expect(isLeft('e')).toBe(false);
  vi.advanceTimersByTime(900);
  expect(isLeft('Delete')).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(isLeft('e')).toBe(true);
});

it('ignores nothing once the user does something else', () => {
  for (const leave of [() => fireEvent.pointerDown(document.body), () => isLeft('Tab'), () => isLeft('Escape')]) {
    ignoreTyping();
    expect(isLeft('e')).toBe(false);
    leave();
    expect([isLeft('e'), isLeft('Enter')]).toEqual([true, true]);
    expect(vi.getTimerCount()).toBe(0);
  }
});
