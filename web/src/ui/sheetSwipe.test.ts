import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { touch, type TouchType } from '../testing/touch';
import { enableSheetSwipe } from './sheetSwipe';

let sheet: HTMLElement;
let content: HTMLElement;
let now = 0;
const onEscape = vi.fn();

/** Fires a touch event of the content at a height, `ms` after the previous one. */
function finger(type: TouchType, y: number, { ms = 100, x = 0 } = {}): boolean {
  now += ms;
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(now);
  return touch(content, type, [x, y]);
}

/** Moves a finger down by a distance and releases it. */
function swipe(distance: number, ms?: number): void {
  finger('touchstart', 0);
  finger('touchmove', 10, { ms });
  finger('touchmove', 10 + distance, { ms });
  finger('touchend', 10 + distance);
}

beforeEach(() => {
  vi.useFakeTimers();
  sheet = document.body.appendChild(document.createElement('div'));
  content = sheet.appendChild(document.createElement('div'));
  sheet.dataset.state = 'open';
  vi.spyOn(sheet, 'offsetHeight', 'get').mockReturnValue(600);
  sheet.addEventListener('keydown', ({ key }) => key === 'Escape' && onEscape());
  enableSheetSwipe(sheet);
});

afterEach(() => {
  sheet.remove();
  onEscape.mockReset();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a swipe down on a sheet', () => {
  it('moves the sheet, and closes it like Escape when it is far', () => {
    finger('touchstart', 0);
    expect(finger('touchmove', 10)).toBe(false);
    finger('touchmove', 140, { ms: 1000 });
    expect(sheet.style.translate).toBe('0 130px');
    finger('touchend', 140);
    expect(sheet.style.translate).toBe('0 100%');
    sheet.addEventListener('keydown', () => (sheet.dataset.state = 'closed'));
    vi.advanceTimersByTime(1000);
    expect(onEscape).toHaveBeenCalledOnce();
    expect(sheet.style.translate).toBe('0 100%');
  });

  it('closes it when it is short and fast', () => {
    swipe(60, 50);
    vi.advanceTimersByTime(1000);
    expect(onEscape).toHaveBeenCalledOnce();
  });

  it('returns it when it is short and slow, upward, or rests before the release', () => {
    swipe(60, 1000);
    swipe(-60, 10);
    finger('touchstart', 0);
    finger('touchmove', 10);
    finger('touchmove', 70, { ms: 10 });
    finger('touchend', 70, { ms: 500 });
    vi.advanceTimersByTime(1000);
    expect(onEscape).not.toHaveBeenCalled();
    expect(sheet.style.translate).toBe('0 0');
  });

  it('returns it when it does not close', () => {
    swipe(300);
    vi.advanceTimersByTime(1000);
    expect(onEscape).toHaveBeenCalledOnce();
    expect(sheet.style.translate).toBe('0 0');
  });

  it('scrolls content that is scrolled, and ignores movements to a side', () => {
    content.scrollTop = 20;
    finger('touchstart', 0);
    expect(finger('touchmove', 20)).toBe(true);
    content.scrollTop = 0;
    finger('touchstart', 0);
    expect(finger('touchmove', 20, { x: 30 })).toBe(true);
    expect(finger('touchmove', 200)).toBe(true);
    expect(sheet.style.translate).toBe('');
  });
});
