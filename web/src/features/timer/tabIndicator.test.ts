import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setPageTitle } from '../../platform/document-title';
import { litTickCount } from '../../platform/favicon';
import { snapshot, connectFakeCore } from '../../testing/fake-core';
import { syncTabWithTimer } from './tabIndicator';

const { timer } = snapshot();
const left = (minutes: number, seconds: number, isActive = true) => ({
  ...timer,
  length: 1500,
  state: { ...timer.state, minutes, seconds, isActive, hasPreviousSession: !isActive },
});

let stop: () => void = () => undefined;
beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
});
afterEach(() => stop());

const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '';
/** Returns the number of lit ticks in the icon's ring. */
const lit = () => decodeURIComponent(icon()).split('stroke="#5cc261"').length - 1;

describe('the tab', () => {
  it('shows the countdown in the title while the timer runs', () => {
    setPageTitle('My Boards');
    const core = connectFakeCore({ timer: left(25, 0, false) });
    stop = syncTabWithTimer();
    expect(document.title).toBe('My Boards');
    core.emit([{ type: 'timer', timer: left(24, 59) }]);
    expect(document.title).toBe('24:59 · My Boards');
    setPageTitle('Boards - Groceries');
    expect(document.title).toBe('24:59 · Boards - Groceries');
    core.emit([{ type: 'timer', timer: left(24, 58, false) }]);
    expect(document.title).toBe('Boards - Groceries');
  });

  it('draws the remaining share in the favicon while the timer runs', () => {
    const core = connectFakeCore({ timer: left(25, 0) });
    stop = syncTabWithTimer();
    expect(lit()).toBe(24);
    core.emit([{ type: 'timer', timer: left(12, 30) }]);
    expect(lit()).toBe(12);
    core.emit([{ type: 'timer', timer: left(0, 1) }]);
    expect(lit()).toBe(1);
    core.emit([{ type: 'timer', timer: left(0, 1, false) }]);
    expect(icon()).toMatch(/\/favicon\.svg$/);
  });

  it('redraws the favicon only when a tick changes', () => {
    const core = connectFakeCore({ timer: left(25, 0) });
    stop = syncTabWithTimer();
    let drawn = 0;
    const link = document.querySelector('link[rel="icon"]');
    const observer = new MutationObserver(() => undefined);
    if (link) observer.observe(link, { attributes: true });
    // A tick represents 62.5 seconds.
    for (let second = 1; second <= 125; second += 1) {
      core.emit([{ type: 'timer', timer: left(Math.floor((1500 - second) / 60), (1500 - second) % 60) }]);
      drawn += observer.takeRecords().length;
    }
    expect(drawn).toBe(2);
  });
});

describe('the ticks', () => {
  it('are 24, and the last one turns off at the end', () => {
    expect([1, 0.999, 23 / 24, 0.001, 0, 1.5, -1].map(litTickCount)).toEqual([24, 24, 23, 1, 0, 24, 0]);
  });
});
