import type { Theme } from '@twentyfour/core';
import { mirror } from './client';

/** Colours of the browser's own bar around the page, as `--global-bg` of each theme. */
const BAR: Record<Theme, string> = { dark: '#0b0f14', light: '#f5f7f9' };

function showTheme(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR[theme]);
}

/** Keeps the document's theme equal to the mirror's. Returns how to stop. */
export function followTheme(): () => void {
  showTheme(mirror.getState().preferences.theme);
  return mirror.subscribe((now, before) => {
    if (now.preferences.theme !== before.preferences.theme) showTheme(now.preferences.theme);
  });
}
