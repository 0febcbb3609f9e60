/** The wallpaper and board backgrounds: photos, built-in wallpapers and uploaded pictures, and the text on them. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { setPreferences } from './support/api';
import { seedBoard } from './support/api-board';
import { violationsOf } from './support/axe';
import { expectSent } from './support/board';
import { expectPrecached } from './support/ready';
import { newUser, signUpViaApi } from './support/users';
import { type Mode, PhotoService } from './support/photo-service';
import { expect, test } from './support/test';

/** A test with a photo service. Its routes disable the browser's HTTP cache, so tests without photos load pages faster. */
const photoTest = test.extend<{ photoMode: Mode; photos: PhotoService }>({
  photoMode: ['ok', { option: true }],
  photos: async ({ photoMode }, use) => {
    const photos = await PhotoService.start();
    photos.mode = photoMode;
    await use(photos);
    await photos.stop();
  },
  serverEnvironment: async ({ photos }, use) => use(photos.environment),
  context: async ({ context, photos }, use) => {
    await photos.showTo(context);
    await use(context);
  },
});

/** The URL of the picture behind Home. */
const image = (page: Page) => page.getByTestId('backdrop').getAttribute('data-image');

/** Waits until the picture behind Home has been decoded and drawn. */
async function expectDrawn(page: Page): Promise<void> {
  await expect
    .poll(() => page.getByTestId('backdrop').locator('img').last().evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true);
}

const next = (page: Page) => page.getByRole('button', { name: 'Next photo' });
const keep = (page: Page) => page.getByRole('button', { name: 'Keep wallpaper' });

/** Returns a picture of one color, encoded by the browser. */
const picture = (page: Page, kind: string, color = '#ffffff') =>
  page.evaluate(
    async ([type, fill]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [640, 400];
      const context = canvas.getContext('2d')!;
      context.fillStyle = fill!;
      context.fillRect(0, 0, 640, 400);
      return canvas.toDataURL(type).split(',')[1] ?? '';
    },
    [kind, color] as const,
  );

async function openPicker(page: Page) {
  await page.goto('/app/settings?section=preference');
  await page.getByRole('button', { name: 'Change Wallpaper' }).click();
  const picker = page.getByRole('dialog', { name: 'Change Wallpaper' });
  await expect(picker).toBeVisible();
  return picker;
}

test.describe('with cached pictures', () => {
  // The service worker caches pictures, and removes deleted ones.
  test.use({ serviceWorkers: 'allow' });

  photoTest('shows the photo of the day, another photo, and a kept one', async ({ signedInPage: page, photos }) => {
    await expect(page.getByText(/^Photo by Photographer \d+ on Unsplash$/)).toBeVisible();
    await expectDrawn(page);
    const first = await image(page);
    await expect.poll(() => photos.downloads.length).toBe(1);
    // A reload shows the same picture without a request.
    await page.reload();
    await expect.poll(() => image(page)).toBe(first);
    await next(page).click();
    await expect.poll(() => image(page)).not.toBe(first);
    const second = await image(page);
    await expect.poll(() => photos.downloads.length).toBe(2);
    await keep(page).click();
    await expect(keep(page)).toHaveAttribute('aria-pressed', 'true');
    await expectSent(page);
    // The choice is stored in the account.
    await page.evaluate(() => localStorage.removeItem('bgImg'));
    await page.reload();
    await expect.poll(() => image(page)).toBe(second);
    await expect(keep(page)).toHaveAttribute('aria-pressed', 'true');
    const violations = await violationsOf(page);
    expect(violations).toEqual([]);
  });

  test('a picture is uploaded, or rejected with a reason', async ({ accountPage: page, consoleGuard }, info) => {
    // A deleted picture is requested again, to remove it from the browser's HTTP cache.
    consoleGuard.allow(/Failed to load resource: .*(404|413|415|422)/);
    const picker = await openPicker(page);
    const input = picker.getByLabel('Choose a picture');
    const upload = async (name: string, mimeType: string, buffer: Buffer) => input.setInputFiles({ name, mimeType, buffer });
    await upload('drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await expect(picker.getByRole('alert')).toContainText('Choose a JPEG, PNG or WebP.');
    // As a file, because a buffer of this size would take seconds to transfer.
    const huge = info.outputPath('huge.png');
    await writeFile(huge, Buffer.alloc(15 * 1024 * 1024 + 1));
    await input.setInputFiles(huge);
    await expect(picker.getByRole('alert')).toContainText('too large');
    await upload('white.png', 'image/png', Buffer.from(await picture(page, 'image/png'), 'base64'));
    await expect(picker.getByRole('radio', { name: 'Your picture 1' })).toBeChecked();
    await expect(picker.getByRole('alert')).toHaveCount(0);
    await picker.getByRole('button', { name: 'Save' }).click();
    await page.goto('/app');
    await expect(page.getByText('Your picture')).toBeVisible();
    await expectDrawn(page);
    expect(await image(page)).toMatch(/^\/api\/pictures\/[0-9a-f]{32}$/);
    await expectSent(page);
    // Deleting the picture removes it from Home too.
    await openPicker(page);
    // Deleting a picture that is still loading would log a failed request.
    await page.waitForLoadState('networkidle');
    await picker.getByRole('radio', { name: 'Your picture 1' }).focus();
    await picker.getByRole('button', { name: 'Delete Your picture 1' }).click();
    await picker.getByRole('button', { name: 'Delete Your picture 1 permanently' }).click();
    await expect(picker.getByRole('radio', { name: 'Your picture 1' })).toHaveCount(0);
    await page.goto('/app');
    await expect(page.getByText('Your picture')).toHaveCount(0);
  });

  test('a board shows its photo, also offline', async ({ signedInPage: page, context, consoleGuard }) => {
    consoleGuard.allow(/net::ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed|^error: Error /);
    await expectPrecached(page);
    await page.goto(await seedBoard(page, 'Garden', { 'To do': ['Seeds'] }));
    await page.getByRole('button', { name: 'Board settings' }).click();
    await page.getByRole('button', { name: 'Edit Background' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit Background', exact: true });
    await panel.locator('label', { has: page.getByRole('radio', { name: 'Northern lights' }) }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await expectSent(page);
    const drawn = () =>
      page.getByTestId('board-picture').locator('img').last().evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0);
    await expect.poll(drawn).toBe(true);
    await expect.poll(() => page.evaluate(async () => (await (await caches.open('pictures-wallpapers')).keys()).length)).toBeGreaterThan(0);
    await context.setOffline(true);
    await page.reload();
    await expect.poll(drawn).toBe(true);
    await context.setOffline(false);
  });
});

photoTest.describe('without photos', () => {
  // From the first page on, because the server caches results for an hour.
  photoTest.use({ photoMode: 'failing' });

  photoTest('shows a bundled wallpaper and the next one', async ({ signedInPage: page }) => {
    await expect.poll(() => image(page)).toMatch(/^\/wallpapers\//);
    await expectDrawn(page);
    const before = await image(page);
    await next(page).click();
    await expect.poll(() => image(page)).not.toBe(before);
    await expect.poll(() => image(page)).toMatch(/^\/wallpapers\//);
    await expectDrawn(page);
    // Neither the list nor the search has photos, so the wallpapers are offered.
    const picker = await openPicker(page);
    await picker.getByRole('searchbox', { name: 'Search photos' }).fill('sea');
    await expect(picker.getByText(/Photo search isn’t available right now/)).toBeVisible();
    await expect(picker.getByRole('radio')).toHaveCount(16);
  });

  photoTest('the wallpaper suits the theme', async ({ signedInPage: page }) => {
    const light = /^\/wallpapers\/(morning-haze|white-dunes|sunlit-clouds|white-paper)-2560/;
    await expect.poll(() => image(page)).toMatch(/^\/wallpapers\//);
    await expect.poll(() => image(page)).not.toMatch(light);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: /light/i }).click();
    await expect.poll(() => image(page)).toMatch(light);
    await expectDrawn(page);
  });

  for (const [viewport, file] of [
    [{ width: 1280, height: 800 }, '1280.avif'],
    [{ width: 1600, height: 900 }, '2560.avif'],
    [{ width: 390, height: 844 }, '1280.avif'],
  ] as const) {
    photoTest(`at a first visit a window of ${viewport.width} px shows the file ${file} as soon as it is decoded`, async ({ page, server }, info) => {
      await page.setViewportSize(viewport);
      await signUpViaApi(page, server, newUser());
      // Records when the wallpaper is painted, to compare it with the time at which its file arrived.
      await page.addInitScript(() => {
        const times: { shown?: number } = {};
        Object.assign(window, { wallpaperTimes: times });
        new MutationObserver((_changes, observer) => {
          if (!document.querySelector('[data-testid=backdrop] img:not(.opacity-0)')) return;
          observer.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => (times.shown = performance.now())));
        }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
      });
      await page.goto('/app');
      const shownAt = () => page.evaluate(() => (window as unknown as { wallpaperTimes: { shown?: number } }).wallpaperTimes.shown ?? null);
      await expect.poll(shownAt).not.toBeNull();
      const { files, arrived } = await page.evaluate(() => {
        const entries = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/wallpapers/')) as PerformanceResourceTiming[];
        return { files: entries.map(({ name }) => name), arrived: Math.max(0, ...entries.slice(0, 1).map(({ responseEnd }) => responseEnd)) };
      });
      expect(files[0]).toContain(file);
      expect(files.filter((name) => !name.endsWith(file)), 'no other size is loaded').toEqual([]);
      const took = ((await shownAt()) ?? 0) - arrived;
      info.annotations.push({ type: 'from arrival to shown', description: `${Math.round(took)} ms` });
      // The goal is 300 ms. The bound is loose for machines that run several tests at once.
      expect(took).toBeLessThan(1_500);
    });
  }
});

test('the wallpaper is on every page, or on Home only', async ({ accountPage: page }) => {
  const backdrop = page.getByTestId('backdrop');
  for (const path of ['/app/b', '/app/stats', '/app/tasks', '/app/notes', '/app/trash', '/app/settings?section=preference']) {
    await page.goto(path);
    await expect(backdrop, path).toBeVisible();
  }
  await page.getByRole('combobox', { name: 'Show wallpaper on' }).selectOption('Home only');
  await expect(backdrop).toBeHidden();
  await expectSent(page);
  // The choice is stored in the account.
  await page.evaluate(() => localStorage.removeItem('preferences'));
  await page.goto('/app/b');
  await expect(page.getByRole('heading', { level: 1, name: 'My Boards' })).toBeVisible();
  await expect(backdrop).toBeHidden();
  const violations = await violationsOf(page);
  expect(violations).toEqual([]);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(backdrop).toBeVisible();
});

photoTest('photos can be searched, chosen by keyboard, saved and removed', async ({ accountPage: page }) => {
  const picker = await openPicker(page);
  const tiles = picker.getByRole('radio', { name: /photo by/ });
  await expect(tiles.first()).toBeAttached();
  await picker.getByRole('searchbox', { name: 'Search photos' }).fill('sea');
  await expect(picker.getByRole('radio', { name: 'sea, number 1, photo by Photographer 1' })).toBeAttached();
  await expect(picker.getByRole('radio', { name: /latest/ })).toHaveCount(0);
  const more = picker.getByRole('button', { name: 'Load More...' });
  const onPage = await tiles.count();
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(tiles).toHaveCount(2 * onPage);
  await expect(more).toBeFocused();
  const names = await tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')));
  expect(new Set(names).size, 'none comes twice').toBe(names.length);
  // The arrow keys move between photos.
  await tiles.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(tiles.nth(1)).toBeChecked();
  await picker.getByRole('button', { name: 'Save' }).click();
  await expect(picker).toBeHidden();
  await page.goto('/app');
  await expect(page.getByText('Photo by Photographer 2 on Unsplash')).toBeVisible();
  await expect(keep(page)).toHaveAttribute('aria-pressed', 'true');
  await openPicker(page);
  await picker.getByRole('button', { name: 'Default' }).click();
  await page.goto('/app');
  await expect(keep(page)).toHaveAttribute('aria-pressed', 'false');
});

/** The smallest contrast of normal text that WCAG 2 allows at level AA. */
const MIN_CONTRAST = 4.5;

/**
 * Returns the WCAG 2 contrast of each text with the lightest or the darkest pixel behind it, whichever is less, measured in one
 * screenshot while all text is hidden.
 */
async function contrastsOf(page: Page, selectors: readonly string[]): Promise<number[]> {
  const texts = await Promise.all(
    selectors.map(async (selector) => {
      const text = page.locator(selector).first();
      const box = await text.boundingBox();
      if (!box) throw new Error(`${selector} is not drawn`);
      const color = await text.evaluate((element) => getComputedStyle(element).color);
      // A translucent color would have to be blended first.
      expect(color).toMatch(/^rgb\(/);
      return { selector, box, color };
    }),
  );
  const style = await page.addStyleTag({ content: `* { color: transparent !important; caret-color: transparent !important; text-shadow: none !important; }` });
  const shot = await page.screenshot();
  await style.evaluate((element) => (element as HTMLStyleElement).remove());
  return page.evaluate(
    async ([png, measured]) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (character) => character.charCodeAt(0))]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      context.drawImage(bitmap, 0, 0);
      const luminance = (channels: number[]) => {
        const [red = 0, green = 0, blue = 0] = channels.map((value) => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      return measured.map(({ selector, box, color }) => {
        const [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height].map(Math.round) as [number, number, number, number];
        if (left < 0 || top < 0 || right > bitmap.width || bottom > bitmap.height) throw new Error(`${selector} is outside of the window`);
        const { data } = context.getImageData(left, top, right - left, bottom - top);
        const ink = luminance((/\d+/g[Symbol.match](color) ?? []).slice(0, 3).map(Number));
        let least = 21;
        for (let at = 0; at < data.length; at += 4) {
          const ground = luminance([data[at]!, data[at + 1]!, data[at + 2]!]);
          least = Math.min(least, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05));
        }
        return least;
      });
    },
    [shot.toString('base64'), texts] as const,
  );
}

/** Waits until every one of these texts can be read. */
async function expectReadable(page: Page, path: string, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) await expect(page.locator(selector).first()).toBeVisible();
  const unreadable = async () => {
    const contrasts = await contrastsOf(page, selectors);
    return selectors.flatMap((selector, index) => (contrasts[index]! < MIN_CONTRAST ? [`${selector}: ${contrasts[index]}`] : []));
  };
  await expect.poll(unreadable, { message: path }).toEqual([]);
}

/** The texts of each page that are closest to the picture. The selectors match only boxes of text. */
const TEXTS: readonly { path: string; selectors: readonly string[] }[] = [
  { path: '/app', selectors: ['time', 'main .on-photo.text-lg', 'nav[aria-label="Pages"] a', 'footer .on-photo'] },
  { path: '/app/b', selectors: ['h1', 'main header a', 'article h2 a', '#side-list h2', '#side-list a .truncate', '#side-list li a:not([title])'] },
  { path: '/app/stats', selectors: ['h1'] },
  { path: '/app/tasks', selectors: ['h1'] },
  { path: '/app/notes', selectors: ['h1'] },
  { path: '/app/trash', selectors: ['h1', 'main header p', 'nav[aria-label="Breadcrumb"] a'] },
  { path: '/app/settings', selectors: ['h1', 'nav[aria-label="Settings"] a', 'nav[aria-label="Settings"] a + a'] },
];

for (const [fill, theme] of [
  ['#ffffff', 'dark'],
  ['#000000', 'light'],
] as const) {
  test(`text can be read on a picture of ${fill} in the ${theme} theme`, async ({ accountPage: page }) => {
    test.slow();
    await setPreferences(page, { theme });
    const board = await seedBoard(page, 'Garden', { 'To do': ['Seeds'] });
    const picker = await openPicker(page);
    await picker
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'plain.png', mimeType: 'image/png', buffer: Buffer.from(await picture(page, 'image/png', fill), 'base64') });
    await expect(picker.getByRole('radio', { name: 'Your picture 1' })).toBeChecked();
    await picker.getByRole('button', { name: 'Save' }).click();
    await expect(picker).toBeHidden();
    await page.locator('[aria-controls="side-list"]').click();
    await expect(page.locator('#side-list')).toBeVisible();
    // Text in a color transition cannot be measured.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const onBoard = { path: board, selectors: ['nav[aria-label="Breadcrumb"] a', 'h1', 'section[data-list-id] h2', 'text=Seeds'] };
    for (const { path, selectors } of [...TEXTS, onBoard]) {
      await page.goto(path);
      await expectDrawn(page);
      await expectReadable(page, path, selectors);
      if (path === '/app') expect(await violationsOf(page)).toEqual([]);
    }
    // The bottom bar of phones.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/app/b');
    await expectDrawn(page);
    await expectReadable(page, '/app/b on a phone', ['h1', 'nav[aria-label="Main"]:visible a:nth-child(3)', 'article h2 a']);
  });
}
