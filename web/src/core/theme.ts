import type { Theme } from '@twentyfour/core';
import { useSyncExternalStore } from 'react';
import { mirror } from './client';
import { useMirror } from './hooks';

/** A theme as it is drawn: what "as the system" has become. */
export type ShownTheme = Exclude<Theme, 'system'>;

/** Colours of the browser's own bar around the page, as `--global-bg` of each theme. */
const BAR: Record<ShownTheme, string> = { dark: '#0b0f14', light: '#f5f7f9' };

/** What the device prefers. */
const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

const shown = (theme: Theme): ShownTheme => (theme !== 'system' ? theme : system().matches ? 'dark' : 'light');

/** Calls whenever the device prefers another theme. Returns how to stop. */
function onSystemChange(call: () => void): () => void {
  const media = system();
  media.addEventListener('change', call);
  return () => media.removeEventListener('change', call);
}

/** The theme that is drawn: the chosen one, or the device's own, whenever that changes. */
export function useShownTheme(): ShownTheme {
  const theme = useMirror(({ preferences }) => preferences.theme);
  return useSyncExternalStore(onSystemChange, () => shown(theme));
}

/** Whether the device prefers light colors, whenever that changes. */
export function usePrefersLight(): boolean {
  return useSyncExternalStore(onSystemChange, () => !system().matches);
}

function showTheme(): void {
  const theme = shown(mirror.getState().preferences.theme);
  document.documentElement.classList.toggle('dark', theme === 'dark');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR[theme]);
}

/** Keeps the document's theme equal to the mirror's, and where that is the device's to that. Returns how to stop. */
export function followTheme(): () => void {
  showTheme();
  const stopFollowing = mirror.subscribe((now, before) => {
    if (now.preferences.theme !== before.preferences.theme) showTheme();
  });
  const stopListening = onSystemChange(showTheme);
  return () => {
    stopFollowing();
    stopListening();
  };
}
