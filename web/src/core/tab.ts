/** Shows the timer in the browser tab's title and icon. */
import type { TimerView } from '@twentyfour/core';
import { mirror } from './client';
import { countdown } from './countdown';
import { setFaviconTicks, litTickCount } from './favicon';
import { setTitleCountdown } from './title';

function updateTab({ state, length }: TimerView): void {
  setTitleCountdown(state.isActive ? countdown(state) : null);
  setFaviconTicks(state.isActive ? litTickCount((state.minutes * 60 + state.seconds) / Math.max(length, 1)) : null);
}

/** Keeps the tab's title and icon in sync with the timer. Returns a function that stops it. */
export function syncTabWithTimer(): () => void {
  updateTab(mirror.getState().timer);
  const stop = mirror.subscribe((now, before) => {
    if (now.timer !== before.timer) updateTab(now.timer);
  });
  return () => {
    stop();
    setTitleCountdown(null);
    setFaviconTicks(null);
  };
}
