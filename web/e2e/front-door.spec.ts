/** The public pages: readable without JavaScript, and enhanced by their script. */
import type { Page } from '@playwright/test';
import { violationsOf } from './support/axe';
import { newUser, signUpViaApi } from './support/users';
import { expect, test } from './support/test';

/** The pages with their headings. */
const PAGES = [
  ['/', 'Get the most out of every 24 hours'],
  ['/waitlist', 'Join the waitlist to keep up with our progress'],
  ['/waitlist/leave', 'Leave the waitlist'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
  ['/privacy', 'Privacy'],
] as const;

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

const bar = (page: Page) => page.getByRole('navigation', { name: 'On this page' });
const nameDialog = (page: Page) => page.getByRole('dialog', { name: 'Insert a name!' });
const toast = (page: Page, words: string) => page.getByRole('status').getByText(words);

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(beyond, 'nothing is wider than the window').toBeLessThanOrEqual(0);
}

for (const viewport of SIZES) {
  test.describe(`without JavaScript at ${viewport.width} pixels`, () => {
    test.use({ viewport, javaScriptEnabled: false });

    test('every page is readable and links onward', async ({ page, consoleGuard }) => {
      consoleGuard.allow(/status of 404.*\/no-such-page/);
      for (const [path, heading] of PAGES) {
        expect((await page.goto(path))?.status(), path).toBe(200);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth?type=login');
        await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getUTCFullYear()} Twentyfour`);
        const links = page.getByRole('navigation', { name: 'About Twentyfour' }).getByRole('link');
        await expect(links).toHaveText(['About', 'Contact', 'Privacy']);
      }
      expect((await page.goto('/no-such-page'))?.status()).toBe(404);
      await page.getByRole('link', { name: 'Go Back Home' }).click();
      await expect(page).toHaveURL(/:\d+\/$/);
    });

    test('the landing page links to its sections and to sign up', async ({ page }) => {
      await page.goto('/');
      await expect(bar(page).getByRole('link')).toHaveText(['About', 'Features', 'Pricing', 'Try it out']);
      await expect(bar(page).getByRole('link', { name: 'Try it out' })).toHaveAttribute('href', '/auth?type=signup');
      for (const name of ['Time Sessions', 'Stats & Insights', 'Kanban Boards']) {
        await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible();
      }
      // This server sells no plans.
      const pricing = page.getByRole('region', { name: 'Pricing' });
      await expect(pricing).toContainText('Everything is included on this server, free of charge.');
      await expect(pricing.getByRole('listitem')).toHaveText(['Unlimited projects', 'Advanced time analytics', 'Customizable backgrounds', 'Upload your own images']);
      await expect(pricing).not.toContainText(/Basic|\$/);
      await expect(nameDialog(page)).toBeHidden();
      await page.getByRole('main').getByRole('link', { name: 'Join the waitlist' }).click();
      await expect(page).toHaveURL(/\/waitlist$/);
    });

    test('noscript messages are shown', async ({ page }) => {
      await page.goto('/waitlist');
      await expect(page.locator('noscript p')).toBeVisible();
      await expect(page.locator('noscript p')).toHaveText('Turn on JavaScript to join.');
      await expect(page.getByRole('button', { name: 'Join the waitlist' })).toBeHidden();
      await page.goto('/waitlist/leave?token=one');
      await expect(page.locator('noscript p')).toBeVisible();
      await expect(page.locator('noscript p')).toHaveText('Turn on JavaScript to leave the waitlist.');
    });
  });

  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test('the bar appears after 200 pixels and disappears again', async ({ page }) => {
      await page.goto('/');
      await expectNoSidewaysScroll(page);
      await expect(bar(page)).toBeHidden();
      await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
      await expect(bar(page)).toBeHidden();
      await page.evaluate(() => scrollTo({ top: 201, behavior: 'instant' }));
      await expect(bar(page)).toBeVisible();
      await expect(bar(page).getByRole('link', { name: 'Try it out' })).toBeVisible();
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await expect(bar(page)).toBeHidden();
    });
  });
}

test.describe('the bar', () => {
  test('links to the sections of the page', async ({ page }) => {
    await page.goto('/');
    await page.mouse.wheel(0, 400);
    for (const name of ['Features', 'Pricing', 'About']) {
      await bar(page).getByRole('link', { name }).click();
      await expect(page).toHaveURL(new RegExp(`#${name.toLowerCase()}$`));
      await expect(page.locator(`#${name.toLowerCase()}`)).toBeInViewport();
    }
  });

  test('is a menu on small screens that works by keyboard', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
    await expect(bar(page).getByRole('link', { name: 'Features' })).toBeHidden();
    const button = bar(page).getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    await page.keyboard.press('Enter');
    await menu.getByRole('button', { name: 'Close' }).focus();
    for (const name of ['About', 'Features', 'Pricing']) {
      await page.keyboard.press('Tab');
      await expect(menu.getByRole('link', { name })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/#pricing$/);

    await button.click();
    await menu.getByRole('link', { name: 'Try it out' }).click();
    await expect(menu).toBeHidden();
    await expect(nameDialog(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
  });
});

test.describe('Try it out', () => {
  const tryIt = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Try it out' });
  const storedName = (page: Page) => page.evaluate(() => localStorage.getItem('name'));

  test('asks for a name, stores it and opens the app', async ({ page }) => {
    await page.goto('/');
    await tryIt(page).click();
    const dialog = nameDialog(page);
    await expect(dialog).toContainText('This is just for display purposes, nothing else...');
    const field = dialog.getByRole('textbox', { name: 'Name' });
    await expect(field).toBeFocused();
    for (const nothing of ['', '   ']) {
      await field.fill(nothing);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect(dialog).toBeVisible();
    }
    expect(await storedName(page)).toBeNull();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(tryIt(page)).toBeFocused();

    await page.keyboard.press('Enter');
    await field.fill('  Ada ');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/app$/);
    expect(await storedName(page)).toBe('Ada');
  });

  test('accepts 100 characters and closes by its button and the backdrop', async ({ page }) => {
    await page.goto('/');
    await tryIt(page).click();
    const dialog = nameDialog(page);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('x'.repeat(101));
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('x'.repeat(100));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await tryIt(page).click();
    await expect(dialog).toBeVisible();
    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
  });

  test('skips the dialog for a logged-in user', async ({ page, server }) => {
    await signUpViaApi(page, server, newUser());
    await page.goto('/');
    await tryIt(page).click();
    await expect(page).toHaveURL(/\/app$/);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(await storedName(page)).toBeNull();
  });
});

test.describe('the waitlist', () => {
  const firstName = (page: Page) => page.getByRole('textbox', { name: 'First name' });
  const email = (page: Page) => page.getByRole('textbox', { name: 'Email' });
  const join = (page: Page) => page.getByRole('button', { name: 'Join the waitlist' });

  test('thanks the user once the entry is stored', async ({ page, server }) => {
    await page.goto('/waitlist');
    await firstName(page).fill('Ada');
    await email(page).fill('ada+24@example.com');
    // The button shows a spinner during the request, which is sent once.
    let requests: unknown[] = [];
    await page.route('**/api/add-to-waitlist/', async (route) => {
      requests = [...requests, route.request().postDataJSON()];
      await expect(join(page)).toHaveAttribute('aria-busy', 'true');
      await join(page).click();
      await route.continue();
    });
    await join(page).click();
    await expect(toast(page, 'Successfully joined the waitlist!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await expect(page.getByText('We’ll keep you updated and tell you when Twentyfour is ready.')).toBeVisible();
    await expect(join(page)).toBeHidden();
    expect(requests).toEqual([{ name: 'Ada', email: 'ada+24@example.com', website: '' }]);
    expect(server.administer('waitlist', 'export')).toContain('ada+24@example.com');
    // The toast is shown for five seconds.
    await expect(toast(page, 'Successfully joined the waitlist!')).toBeHidden({ timeout: 8000 });
  });

  test('shows an error beside each field', async ({ page, consoleGuard }) => {
    consoleGuard.allow(/status of 422.*\/api\/add-to-waitlist\//);
    await page.goto('/waitlist');
    await join(page).click();
    await expect(firstName(page)).toBeFocused();
    await expect(firstName(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#name-error')).toBeVisible();
    await expect(page.locator('#email-error')).not.toBeEmpty();
    await firstName(page).fill('Ada');
    await expect(page.locator('#name-error')).toBeHidden();
    await email(page).fill('ada@example');
    await page.keyboard.press('Enter');
    await expect(email(page)).toBeFocused();
    await expect(page.locator('#email-error')).not.toBeEmpty();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeHidden();
  });

  test('shows a generic error and allows a retry', async ({ page, consoleGuard }) => {
    consoleGuard.allow(/ERR_FAILED|status of 5\d\d/);
    await page.goto('/waitlist');
    await firstName(page).fill('Ada');
    await email(page).fill('ada@example.com');
    await page.route('**/api/add-to-waitlist/', (route) => route.abort());
    await join(page).click();
    await expect(toast(page, 'Something went wrong. Please try again.')).toBeVisible();
    await expect(email(page)).toHaveValue('ada@example.com');
    await page.unroute('**/api/add-to-waitlist/');
    await join(page).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  });

  test('ignores submissions with a filled honeypot', async ({ page, server }) => {
    await page.goto('/waitlist');
    await firstName(page).fill('Bot');
    await email(page).fill('bot@example.com');
    await page.evaluate(() => document.querySelector('[name="website"]')?.setAttribute('value', 'https://bot.example'));
    await join(page).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    expect(server.administer('waitlist', 'export')).not.toContain('bot@example.com');
  });

  test('can be left by the emailed link', async ({ page }) => {
    await page.goto('/waitlist/leave');
    await page.getByRole('button', { name: 'Leave the waitlist' }).click();
    await expect(page.getByText('This link is incomplete. Open it from the email again.')).toBeVisible();
    const requests: string[] = [];
    await page.route('**/api/leave-waitlist/**', (route) => {
      requests.push(new URL(route.request().url()).pathname);
      return route.fulfill({ json: { message: 'Done.' } });
    });
    await page.goto('/waitlist/leave?token=a%2Fb');
    await page.getByRole('button', { name: 'Leave the waitlist' }).click();
    await expect(page.getByRole('heading', { name: 'You’re off the waitlist' })).toBeVisible();
    expect(requests).toEqual(['/api/leave-waitlist/a%2Fb']);
  });
});

test('a server without contact settings has no form and no third parties', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByText('This server has no contact address.')).toBeVisible();
  await expect(page.locator('form')).toHaveCount(0);
  await page.goto('/privacy');
  await expect(page.getByText('None. This server uses no third-party services.')).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('Reach Out')).toHaveCount(0);
});

test.describe('on a server that names its host', () => {
  test.use({
    serverEnvironment: {
      CONTACT_EMAIL: 'hello@twentyfour.example',
      SOCIAL_URL: 'https://social.example/@24',
      WEATHER_API_URL: 'https://forecast.example',
      // Nothing listens there, so emails stay in the queue.
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Twentyfour <hello@twentyfour.example>',
    },
  });

  test('the pages show the contact and deliver messages', async ({ page, consoleGuard }) => {
    consoleGuard.allow(/status of 422.*\/api\/contact\//);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Reach Out' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'hello@twentyfour.example' })).toHaveAttribute('href', 'mailto:hello@twentyfour.example');
    await expect(page.getByRole('link', { name: 'social.example' })).toHaveAttribute('href', 'https://social.example/@24');
    await page.goto('/privacy');
    await expect(page.getByText('The weather: forecast.example')).toBeVisible();

    await page.goto('/contact');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
    await expect(page.locator('#message-error')).toBeVisible();
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello,\n\nhow is it going?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Your message was sent.')).toBeVisible();
  });
});

test('no link of any page is dead', async ({ page, baseURL }) => {
  const left = PAGES.map(([path]): string => path);
  const known = new Set(left);
  for (let path = left.shift(); path !== undefined; path = left.shift()) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    // The app's own pages are drawn by its script and tested elsewhere.
    if (/^\/(app|auth)/.test(path)) continue;
    await page.goto(path);
    const found = await page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>('a[href], link[href], img[src], script[src]'), (element) => {
        const address = new URL(element.getAttribute('href') ?? element.getAttribute('src') ?? '', location.href);
        const isThere = address.pathname !== location.pathname || !address.hash || document.querySelector(address.hash) !== null;
        return { address: address.href, isPage: element.tagName === 'A', isThere };
      }),
    );
    for (const { address, isPage, isThere } of found) {
      expect(isThere, `${address} on ${path}`).toBe(true);
      const { origin, pathname, search } = new URL(address);
      if (origin !== baseURL || known.has(pathname + search)) continue;
      known.add(pathname + search);
      if (isPage) left.push(pathname + search);
      else expect((await page.request.get(pathname)).status(), address).toBe(200);
    }
  }
  expect(known.size).toBeGreaterThan(15);
});

test('each page has metadata for search engines and link previews', async ({ page, baseURL }) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const titles = new Set<string>();
  for (const [, address] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    await page.goto(address ?? '');
    titles.add(await page.title());
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address ?? '');
    await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', address ?? '');
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', await page.title());
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{40}/);
  }
  expect(titles.size).toBe(5);
  const picture = await page.request.get('/og.png');
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
});

test('the landing page is small and its images do not shift the layout', async ({ page, server }) => {
  const loaded: { path: string; type: string }[] = [];
  page.on('requestfinished', (request) => loaded.push({ path: new URL(request.url()).pathname, type: request.resourceType() }));
  await page.goto(server.url, { waitUntil: 'networkidle' });
  expect(loaded.map(({ path }) => path).filter((path) => /\.wasm$|\/(page|app|coreless)-/.test(path))).toEqual([]);
  const sizes = await Promise.all(loaded.map(async ({ path }) => (await (await page.request.get(path)).body()).length));
  const sum = sizes.reduce((whole, size) => whole + size, 0);
  // The limit is for uncompressed files; the server compresses them.
  expect(sum, JSON.stringify(loaded)).toBeLessThan(300_000);
  for (const image of await page.locator('.picture img').all()) {
    await expect(image).toHaveAttribute('width', '1440');
    await expect(image).toHaveAttribute('height', '900');
    await expect(image).toHaveAttribute('loading', 'lazy');
  }
});

for (const [theme, tag] of [
  ['dark', []],
  ['light', ['@long']],
] as const) {
  for (const viewport of SIZES) {
    test(`axe finds nothing in the ${theme} theme at ${viewport.width} pixels`, { tag: [...tag] }, async ({ page, consoleGuard }) => {
      test.slow();
      consoleGuard.allow(/status of 404.*\/no-such-page/);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      const found: string[] = [];
      const look = async (where: string) => {
        found.push(...(await violationsOf(page)).flatMap(({ id, nodes }) => nodes.map((node) => `${where}: ${id}: ${node.html.slice(0, 160)}`)));
        await expectNoSidewaysScroll(page);
      };
      for (const [path] of [...PAGES, ['/no-such-page']] as const) {
        await page.goto(path);
        await look(path);
      }
      await page.goto('/');
      await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
      await expect(bar(page)).toBeVisible();
      await look('the bar');
      await bar(page).getByRole('link', { name: 'Try it out' }).click();
      await expect(nameDialog(page)).toBeVisible();
      await look('the name');
      expect(found).toEqual([]);
    });
  }
}
