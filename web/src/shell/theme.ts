import type { Theme } from '@twentyfour/core';
import { useSyncExternalStore } from 'react';
import { mirror } from '../core/client';
import { useMirror } from '../core/hooks';

/** A theme as it is drawn, with "system" resolved to dark or light. */
type ResolvedTheme = Exclude<Theme, 'system'>;

/** The browser toolbar's color for each theme, equal to its `--global-bg`. */
const BROWSER_BAR_COLORS: Record<ResolvedTheme, string> = { dark: '#0b0f14', light: '#f5f7f9' };

/** Returns the media query for the device's dark color scheme. */
const darkSchemeQuery = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/**
 * Whether the device prefers a dark color scheme, as of the last change. It is kept, because a page that is being left can read
 * another value while Chromium emulates a scheme, and would store the background of that one.
 */
let isDeviceDark = darkSchemeQuery().matches;

/** Returns the theme as it is drawn now. */
export const resolveTheme = (theme: Theme): ResolvedTheme => (theme !== 'system' ? theme : isDeviceDark ? 'dark' : 'light');

/** Calls back whenever the device's color scheme changes. Returns a function that stops it. */
function onSystemChange(call: () => void): () => void {
  const media = darkSchemeQuery();
  const onChange = () => {
    isDeviceDark = media.matches;
    call();
  };
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

// The device can change before anything follows it.
onSystemChange(() => undefined);

/** Returns the active theme: the chosen one, or the device's current one for "system". */
export function useResolvedTheme(): ResolvedTheme {
  const theme = useMirror(({ preferences }) => preferences.theme);
  return useSyncExternalStore(onSystemChange, () => resolveTheme(theme));
}

/** Returns whether the device currently prefers a light color scheme. */
export function usePrefersLight(): boolean {
  return useSyncExternalStore(onSystemChange, () => !isDeviceDark);
}

function applyTheme(): void {
  const theme = resolveTheme(mirror.getState().preferences.theme);
  document.documentElement.classList.toggle('dark', theme === 'dark');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BROWSER_BAR_COLORS[theme]);
}

/**
 * Keeps the document's theme and appearance in sync with the mirror's and, for "system", with the device's. Returns a
 * function that stops it.
 */
export function syncDocumentTheme(): () => void {
  // The appearance that is known was applied before the first paint. Without the module it stays until the next load.
  const appearance = import('./appearance').then(
    ({ syncAppearance }) => syncAppearance(),
    () => undefined,
  );
  applyTheme();
  const stopFollowing = mirror.subscribe((now, before) => {
    if (now.preferences.theme !== before.preferences.theme) applyTheme();
  });
  const stopListening = onSystemChange(applyTheme);
  return () => {
    stopFollowing();
    stopListening();
    void appearance.then((stop) => stop?.());
  };
}
