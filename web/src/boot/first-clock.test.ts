import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { initialMirror } from '../core/mirror-state';

const { documentElement } = document;

const ADA = '018bcfe5-6800-7000-8000-000000000001';

/** Returns an access token of an account, with characters of base64url in its claims. */
const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub, name: '~~~???' })).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.x`;

/** Runs the script of the page for a path. */
function run(path: string): void {
  history.replaceState(null, '', path);
  document.body.innerHTML = '<div id="first-clock" hidden><p id="first-notice" hidden></p><div id="first-digits"></div></div><div role="status"></div>';
  // oxlint-disable-next-line no-new-func -- A classic script of the page.
  new Function(readFileSync('src/boot/first-clock.js', 'utf8'))();
}

/** Returns the time that is shown; null while the logo is. */
const clock = () => (document.getElementById('first-clock')?.hidden ? null : document.getElementById('first-digits')?.textContent);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-03T15:07') });
  localStorage.clear();
  const { background } = initialMirror();
  const shown = { background: { ...background, image: '/wallpapers/dusk-lake-2560.webp', color: '#203040' } };
  const blur = { image: '/wallpapers/dusk-lake-2560.webp', url: 'data:image/webp;base64,AA' };
  localStorage.setItem('homePreview', JSON.stringify({ owner: ADA, shown, blur }));
  localStorage.setItem('access_token', tokenOf(ADA));
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  documentElement.removeAttribute('style');
});

it('shows the clock on the tiny copy of the picture', () => {
  run('/app');
  expect(clock()).toBe('03:07');
  expect(documentElement.style.getPropertyValue('--sky')).toBe('url("data:image/webp;base64,AA") center / cover #203040');
  expect(documentElement.style.getPropertyValue('--scrim-clock-dark')).not.toBe('');
  localStorage.setItem('preferences', JSON.stringify({ hour_format: '24' }));
  run('/app/');
  expect(clock()).toBe('15:07');
});

it('is the same for a guest, with the notice above it', () => {
  localStorage.removeItem('access_token');
  localStorage.setItem('homePreview', (localStorage.getItem('homePreview') ?? '').replace(ADA, 'Grace'));
  localStorage.setItem('name', 'Grace');
  run('/app');
  expect(clock()).toBe('03:07');
  expect(document.getElementById('first-notice')).not.toHaveAttribute('hidden');
  localStorage.setItem('name', 'Ada');
  run('/app');
  expect(clock()).toBeNull();
  // An account whose name is stored, too.
  localStorage.setItem('homePreview', (localStorage.getItem('homePreview') ?? '').replace('Grace', ADA));
  localStorage.setItem('access_token', tokenOf(ADA));
  run('/app');
  expect(clock()).toBe('03:07');
  expect(document.getElementById('first-notice')).toHaveAttribute('hidden');
});

it('has the texts of the notice of guests', () => {
  const page = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html');
  const parts = [...page.querySelectorAll<HTMLElement>('#first-notice span')];
  const texts = (language: string) => (JSON.parse(readFileSync(`../messages/${language}/guest.json`, 'utf8')) as { notice: string }).notice.replaceAll(/<.?link>/g, '');
  expect(parts.map(({ textContent }) => textContent).join('')).toBe(texts('en'));
  expect(parts.map(({ dataset }) => dataset.de).join('')).toBe(texts('de'));
  expect(parts.map(({ dataset }) => dataset.es).join('')).toBe(texts('es'));
});

it('leaves space for the sidebar only if it is open', () => {
  for (const [stored, hasSpace] of [['unfolded', true], ['folded', false]] as const) {
    localStorage.setItem('sideList', stored);
    run('/app');
    expect(document.getElementById('first-clock')?.classList.contains('md:pl-72')).toBe(hasSpace);
  }
});

it('is as high in the window as the clock of the page', () => {
  // The part below the digits decides how high they are.
  const growthOf = (file: string) => {
    const classes = /"[^"]*grow basis-12[^"]*"/.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
    return classes.match(/[^ "]*(grow|basis)[^ "]*/g);
  };
  expect(growthOf('index.html')).toContain('short:grow-3');
  expect(growthOf('index.html')).toEqual(growthOf('src/shell/ClockPanel.tsx'));
});

it('leaves the logo on other pages, for a link to the timer, while the timer runs, and without a login', () => {
  for (const path of ['/app/b', '/app?view=timer', '/auth']) {
    run(path);
    expect(clock()).toBeNull();
  }
  localStorage.setItem('timerState', JSON.stringify({ isActive: true }));
  run('/app');
  expect(clock()).toBeNull();
  localStorage.removeItem('timerState');
  localStorage.removeItem('access_token');
  run('/app');
  expect(clock()).toBeNull();
});

it('leaves the logo if the stored picture is that of another account, or of a token that cannot be read', () => {
  for (const token of [tokenOf('018bcfe5-6800-7000-8000-000000000002'), 'token', 'a.b.c']) {
    localStorage.setItem('access_token', token);
    run('/app');
    expect(clock()).toBeNull();
    expect(documentElement.style.getPropertyValue('--sky')).toBe('');
  }
});

it('leaves the logo if nothing valid is stored', () => {
  for (const stored of [null, '{', JSON.stringify({ owner: ADA, shown: {} })]) {
    localStorage.clear();
    localStorage.setItem('access_token', tokenOf(ADA));
    if (stored !== null) localStorage.setItem('homePreview', stored);
    run('/app');
    expect(clock()).toBeNull();
  }
});
