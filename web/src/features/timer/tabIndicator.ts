/** Shows the timer in the browser tab's title and icon. */
import type { TimerView } from '@twentyfour/core';
import { mirror } from '../../core/client';
import { setTitleCountdown } from '../../platform/document-title';
import { setFaviconTicks, litTickCount } from '../../platform/favicon';
import { countdown } from '../../platform/format/countdown';
import { remainingShare } from './phases';

function updateTab(timer: TimerView): void {
  const { state } = timer;
  setTitleCountdown(state.isActive ? countdown(state) : null);
  setFaviconTicks(state.isActive ? litTickCount(remainingShare(timer)) : null);
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
