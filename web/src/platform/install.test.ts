import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Loads the module as a page does, with the browser's offer or without it. */
async function load(prompt?: () => Promise<unknown>): Promise<typeof import('./install')> {
  vi.resetModules();
  window.installPrompt = prompt && Object.assign(new Event('beforeinstallprompt'), { prompt });
  return import('./install');
}

/** Returns the hook's current value. */
async function shown(install: typeof import('./install')) {
  const { renderHook } = await import('@testing-library/react');
  return renderHook(install.useInstall).result.current;
}

const prompt = vi.fn(async () => ({ outcome: 'accepted' }));

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  prompt.mockClear();
  window.installPrompt = undefined;
});

it('suggests the app on the third day with a visit', async () => {
  const install = await load(prompt);
  for (const day of ['2026-03-02', '2026-03-02', '2026-03-05']) install.countVisit(day);
  expect(await shown(install)).toEqual({ method: 'prompt', isSuggested: false, isRequested: false });
  install.countVisit('2026-03-09');
  expect(await shown(install)).toEqual({ method: 'prompt', isSuggested: true, isRequested: false });
});

it('suggests the app after the second focus session, and never again once it was dismissed', async () => {
  const install = await load(prompt);
  install.countSession();
  expect((await shown(install)).isSuggested).toBe(false);
  install.countSession();
  expect((await shown(install)).isSuggested).toBe(true);
  install.dismissSuggestion();
  install.countSession();
  expect((await shown(install)).isSuggested).toBe(false);
  const later = await load(prompt);
  later.countVisit('2026-03-02');
  expect(await shown(later)).toEqual({ method: 'prompt', isSuggested: false, isRequested: false });
});

it('lets the browser ask once, which answers the suggestion', async () => {
  const install = await load(prompt);
  await install.startInstall();
  expect(prompt).toHaveBeenCalledOnce();
  expect(await shown(install)).toEqual({ method: null, isSuggested: false, isRequested: false });
  expect(JSON.parse(localStorage.getItem('install') ?? '')).toMatchObject({ isAnswered: true });
});

it('takes an offer that comes late', async () => {
  const install = await load();
  install.countSession();
  install.countSession();
  expect(await shown(install)).toEqual({ method: null, isSuggested: false, isRequested: false });
  const stop = install.followInstallOffers();
  window.installPrompt = Object.assign(new Event('beforeinstallprompt'), { prompt });
  dispatchEvent(window.installPrompt);
  expect(await shown(install)).toEqual({ method: 'prompt', isSuggested: true, isRequested: false });
  dispatchEvent(new Event('appinstalled'));
  expect(await shown(install)).toEqual({ method: null, isSuggested: false, isRequested: false });
  stop();
});

it('explains the share menu on iOS, on demand too', async () => {
  vi.stubGlobal('navigator', { standalone: false });
  const install = await load();
  expect(await shown(install)).toEqual({ method: 'share_menu', isSuggested: false, isRequested: false });
  await install.startInstall();
  expect(await shown(install)).toEqual({ method: 'share_menu', isSuggested: false, isRequested: true });
  install.dismissSuggestion();
  expect(await shown(install)).toEqual({ method: 'share_menu', isSuggested: false, isRequested: false });
});

it('offers nothing in the installed app', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  expect((await shown(await load(prompt))).method).toBeNull();
});
