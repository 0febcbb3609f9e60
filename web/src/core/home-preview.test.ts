import { beforeEach, describe, expect, it } from 'vitest';
import { formatClock } from '../platform/format/times';
import { accessToken, startGuest } from '../testing/real-core';
import { userRecord } from '../testing/responses';
import { mirror } from './client';
import { keepPictureBlur, pictureBlurOf, previewMirror, storePreview } from './home-preview';
import { initialMirror, type Mirror } from './mirror-state';

const NOW = new Date('2026-03-03T12:30');
const GREETINGS = [
  { from_hour: 0, text: 'Good morning, Ada' },
  { from_hour: 12, text: 'Keep it going, Ada' },
  { from_hour: 18, text: 'Take it easy tonight, Ada' },
];

/** Returns what Home shows to a guest, or to an account. */
function shownTo(guest: string | null): Mirror {
  const { session, clock, background, ...rest } = initialMirror();
  return {
    ...rest,
    session: { ...session, isAuthenticated: guest === null, guest },
    user: guest === null ? userRecord() : null,
    clock: { ...clock, greetings: GREETINGS },
    background: { ...background, image: '/wallpapers/dusk-lake-2560.webp' },
  };
}

/** Stores the login of the account of `userRecord`. */
function logIn(): void {
  localStorage.setItem('access_token', accessToken());
  localStorage.setItem('user', JSON.stringify(userRecord()));
}

beforeEach(() => localStorage.clear());

describe('the preview of Home', () => {
  it('shows a guest what the last page showed, with the current time', () => {
    storePreview(shownTo('Ada'));
    localStorage.setItem('name', 'Ada');
    localStorage.setItem('preferences', JSON.stringify({ hour_format: '24' }));
    const preview = previewMirror(new Date('2026-03-03T18:05'));
    expect(preview?.session).toMatchObject({ isAuthenticated: false, guest: 'Ada', loading: false });
    expect(preview?.clock).toMatchObject({ time: '18:05', greeting: 'Take it easy tonight, Ada', shows_date: false });
    expect(preview?.background.image).toBe('/wallpapers/dusk-lake-2560.webp');
    expect(preview?.preferences).toMatchObject({ hour_format: '24', focus_minutes: 25 });
  });

  it('has the tiny copy of the last picture, for its owner and this picture only', () => {
    const image = '/wallpapers/dusk-lake-2560.webp';
    keepPictureBlur({ image, url: 'data:image/webp;base64,AA' });
    storePreview(shownTo('Ada'));
    localStorage.setItem('name', 'Grace');
    previewMirror(NOW);
    expect(pictureBlurOf(image)).toBeNull();
    localStorage.setItem('name', 'Ada');
    previewMirror(NOW);
    expect(pictureBlurOf(image)).toBe('data:image/webp;base64,AA');
    expect(pictureBlurOf('/wallpapers/milky-way-2560.webp')).toBeNull();
  });

  it('shows an account what the last page showed', () => {
    storePreview(shownTo(null));
    logIn();
    const preview = previewMirror(NOW);
    expect(preview?.session).toMatchObject({ isAuthenticated: true, guest: null });
    expect(preview?.user?.first_name).toBe(userRecord().first_name);
    expect(preview?.clock.greeting).toBe('Keep it going, Ada');
  });

  it('shows the defaults at a first visit', () => {
    localStorage.setItem('name', 'Ada');
    const preview = previewMirror(NOW);
    expect(preview?.clock).toMatchObject({ time: '12:30', greeting: '' });
    expect(preview?.background.image).toBe('');
  });

  it('has the theme of the first paint', () => {
    localStorage.setItem('name', 'Ada');
    localStorage.setItem('theme', 'light');
    expect(previewMirror(NOW)?.preferences.theme).toBe('light');
    localStorage.setItem('theme', 'pink');
    expect(previewMirror(NOW)?.preferences.theme).toBe(initialMirror().preferences.theme);
  });

  it('is empty after the user has logged out', () => {
    storePreview(shownTo(null));
    localStorage.setItem('user', JSON.stringify(userRecord()));
    expect(previewMirror(NOW)).toBeNull();
  });

  it('shows nothing of another account', () => {
    storePreview(shownTo(null));
    localStorage.setItem('user', JSON.stringify(userRecord()));
    localStorage.setItem('access_token', accessToken('01900001-0000-7000-8000-00000000000f'));
    const preview = previewMirror(NOW);
    expect(preview?.user).toBeNull();
    expect(preview?.clock.greeting).toBe('');
    expect(preview?.background.image).toBe('');
  });

  it('shows nothing of another guest, or of an account to a guest', () => {
    localStorage.setItem('name', 'Grace');
    for (const last of [shownTo('Ada'), shownTo(null)]) {
      storePreview(last);
      expect(previewMirror(NOW)?.clock.greeting).toBe('');
    }
  });

  it('is not stored while the timer runs', () => {
    const shown = shownTo('Ada');
    storePreview(shown);
    expect(localStorage.getItem('homePreview')).not.toBeNull();
    storePreview({ ...shown, timer: { ...shown.timer, state: { ...shown.timer.state, isActive: true } } });
    expect(localStorage.getItem('homePreview')).toBeNull();
  });

  it('is empty while the timer runs', () => {
    localStorage.setItem('name', 'Ada');
    localStorage.setItem('timerState', JSON.stringify({ isActive: true }));
    expect(previewMirror(NOW)).toBeNull();
    localStorage.setItem('timerState', JSON.stringify({ isActive: false }));
    expect(previewMirror(NOW)).not.toBeNull();
  });

  it('has the core’s theme if none was chosen', async () => {
    const core = await startGuest();
    localStorage.setItem('name', 'Ada');
    expect(previewMirror(NOW)?.preferences.theme).toBe(core.state().preferences.theme);
  });

  it('ignores what another version has stored', () => {
    localStorage.setItem('name', 'Ada');
    localStorage.setItem('homePreview', JSON.stringify({ version: 'another', owner: 'Ada', greetings: GREETINGS }));
    expect(previewMirror(NOW)?.clock.greeting).toBe('');
  });

  it.each(['access_token', 'preferences', 'timerState', 'homePreview'])('is empty if %s cannot be read', (key) => {
    localStorage.setItem('name', 'Ada');
    localStorage.setItem(key, '{');
    expect(previewMirror(NOW)).toBeNull();
  });

  it('is removed when there is no user, but not while the user is still loaded', () => {
    storePreview(shownTo(null));
    storePreview({ ...shownTo(null), user: null });
    expect(localStorage.getItem('homePreview')).toContain(userRecord().id);
    const { session, ...rest } = shownTo('Ada');
    storePreview({ ...rest, session: { ...session, guest: null } });
    expect(localStorage.getItem('homePreview')).toBeNull();
  });

  it.each([
    ['2026-03-03T00:05', '12'],
    ['2026-03-03T12:00', '12'],
    ['2026-03-03T18:00', '24'],
    ['2026-03-03T23:59', '24'],
  ] as const)('equals what the core shows after it, at %s with %s hours', async (now, hour_format) => {
    const core = await startGuest({ now });
    core.do({ type: 'set_preferences', update: { hour_format } });
    storePreview(mirror.getState());
    const { clock, timer, background, preferences, session } = core.state();
    const preview = previewMirror(new Date(now));
    expect(preview).toMatchObject({ timer, background, preferences, session });
    expect(preview?.clock).toMatchObject({ time: clock.time, greeting: clock.greeting });
  });

  it.each(['12', '24'] as const)('shows the time of every hour as the core does, with %s hours', async (hour_format) => {
    const core = await startGuest({ now: '2026-03-03T00:07' });
    core.do({ type: 'set_preferences', update: { hour_format } });
    for (let hour = 0; hour < 24; hour += 1) {
      expect(formatClock(new Date(core.browser.now), hour_format)).toBe(core.state().clock.time);
      await core.sleep(3_600_000);
    }
  });
});
