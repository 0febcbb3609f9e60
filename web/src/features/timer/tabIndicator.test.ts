import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setPageTitle } from '../../platform/document-title';
import { litTickCount } from '../../platform/favicon';
import { startGuest } from '../../testing/real-core';
import { syncTabWithTimer } from './tabIndicator';

let stop: () => void = () => undefined;
beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
});
afterEach(() => stop());

const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '';
/** Returns the number of lit ticks in the icon's ring. */
const lit = () => decodeURIComponent(icon()).split('stroke="#5cc261"').length - 1;

describe('the tab', () => {
  it('shows the countdown in the title while the timer runs', async () => {
    setPageTitle('My Boards');
    const core = await startGuest();
    stop = syncTabWithTimer();
    expect(document.title).toBe('My Boards');
    core.do({ type: 'start_timer' });
    await core.advance(1000);
    expect(document.title).toBe('24:59 · My Boards');
    setPageTitle('Boards - Groceries');
    expect(document.title).toBe('24:59 · Boards - Groceries');
    core.do({ type: 'pause_timer' });
    expect(document.title).toBe('Boards - Groceries');
  });

  it('draws the remaining share in the favicon while the timer runs', async () => {
    const core = await startGuest();
    core.do({ type: 'start_timer' });
    stop = syncTabWithTimer();
    expect(lit()).toBe(24);
    await core.advance(750_000);
    expect(lit()).toBe(12);
    await core.advance(749_000);
    expect(lit()).toBe(1);
    core.do({ type: 'pause_timer' });
    expect(icon()).toMatch(/\/favicon\.svg$/);
  });

  it('redraws the favicon only when a tick changes', async () => {
    const core = await startGuest();
    core.do({ type: 'start_timer' });
    stop = syncTabWithTimer();
    let drawn = 0;
    const link = document.querySelector('link[rel="icon"]');
    const observer = new MutationObserver((changes) => void (drawn += changes.length));
    if (link) observer.observe(link, { attributes: true });
    // A tick represents 62.5 seconds.
    await core.advance(125_000);
    observer.disconnect();
    expect(core.state().timer.state).toMatchObject({ minutes: 22, seconds: 55 });
    expect(drawn).toBe(2);
  });
});

describe('the ticks', () => {
  it('are 24, and the last one turns off at the end', () => {
    expect([1, 0.999, 23 / 24, 0.001, 0, 1.5, -1].map(litTickCount)).toEqual([24, 24, 23, 1, 0, 24, 0]);
  });
});
