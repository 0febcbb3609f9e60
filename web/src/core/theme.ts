import type { Theme } from '@twentyfour/core';
import { useSyncExternalStore } from 'react';
import { mirror } from './client';
import { useMirror } from './hooks';

/** A theme as it is drawn: what "as the system" has become. */
export type ResolvedTheme = Exclude<Theme, 'system'>;

/** Colours of the browser's own bar around the page, as `--global-bg` of each theme. */
const BROWSER_BAR_COLORS: Record<ResolvedTheme, string> = { dark: '#0b0f14', light: '#f5f7f9' };

/** What the device prefers. */
const darkSchemeQuery = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

const resolveTheme = (theme: Theme): ResolvedTheme => (theme !== 'system' ? theme : darkSchemeQuery().matches ? 'dark' : 'light');

/** Calls whenever the device prefers another theme. Returns how to stop. */
function onSystemChange(call: () => void): () => void {
  const media = darkSchemeQuery();
  media.addEventListener('change', call);
  return () => media.removeEventListener('change', call);
}

/** The theme that is drawn: the chosen one, or the device's own, whenever that changes. */
export function useResolvedTheme(): ResolvedTheme {
  const theme = useMirror(({ preferences }) => preferences.theme);
  return useSyncExternalStore(onSystemChange, () => resolveTheme(theme));
}

/** Whether the device prefers light colors, whenever that changes. */
export function usePrefersLight(): boolean {
  return useSyncExternalStore(onSystemChange, () => !darkSchemeQuery().matches);
}

function applyTheme(): void {
  const theme = resolveTheme(mirror.getState().preferences.theme);
  document.documentElement.classList.toggle('dark', theme === 'dark');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BROWSER_BAR_COLORS[theme]);
}

/** Keeps the document's theme equal to the mirror's, and where that is the device's to that. Returns how to stop. */
export function syncDocumentTheme(): () => void {
  applyTheme();
  const stopFollowing = mirror.subscribe((now, before) => {
    if (now.preferences.theme !== before.preferences.theme) applyTheme();
  });
  const stopListening = onSystemChange(applyTheme);
  return () => {
    stopFollowing();
    stopListening();
  };
}
