/** The first use of the app, and the shortcut of the installed app. */
import { violationsOf } from './support/axe';
import { expectSent, readLayout } from './support/board';
import { expectPrecached } from './support/ready';
import { countdown, press, timerState } from './support/timer';
import { expect, test } from './support/test';

const names = async (page: Parameters<typeof readLayout>[0]) => (await readLayout(page)).map(([name]) => name);

test('a template creates a board with lists and cards that persist', async ({ accountPage: page }) => {
  await page.goto('/app/b');
  const templates = page.getByRole('region', { name: 'Or start from a template' });
  await expect(templates.getByRole('button')).toHaveCount(3);
  expect(await violationsOf(page)).toEqual([]);
  // By keyboard only, from the button before the templates.
  await page.getByRole('button', { name: 'Import boards' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Project' })).toBeVisible();
  expect(await names(page)).toEqual(['Ideas', 'Next', 'In progress', 'Done']);
  await expectSent(page);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Ideas', 'Next', 'In progress', 'Done']);
  await page.getByRole('link', { name: 'Boards', exact: true }).first().click();
  await expect(page.getByRole('link', { name: 'Project', exact: true }).first()).toBeVisible();
  await expect(templates).toBeHidden();
});

test.describe('without a network', () => {
  // Offline, the pages' files come from the service worker.
  test.use({ serviceWorkers: 'allow' });

  test('a template works offline and can be undone', async ({ accountPage: page, context, consoleGuard }) => {
    consoleGuard.allow(/ERR_INTERNET_DISCONNECTED|Error fetching|WebSocket/);
    await page.goto('/app/b');
    const template = page.getByRole('button', { name: /^Personal kanban/ });
    await expect(template).toBeVisible();
    await expectPrecached(page);
    await context.setOffline(true);
    await template.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Personal kanban' })).toBeVisible();
    expect(await names(page)).toEqual(['To do', 'Doing', 'Done']);
    await page.getByRole('link', { name: 'Boards', exact: true }).first().click();
    await expect(page.getByRole('link', { name: 'Personal kanban' }).first()).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(template).toBeVisible();
    await context.setOffline(false);
    await expectSent(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('the templates fit the screen of a phone', async ({ accountPage: page }) => {
    await page.goto('/app/b');
    const template = page.getByRole('button', { name: /^Week plan/ });
    await template.scrollIntoViewIfNeeded();
    await expect(template).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await template.tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Week plan' })).toBeVisible();
    expect(await names(page)).toHaveLength(7);
  });
});

test('the installed app has shortcuts, and "Start focus" starts the timer once', async ({ accountPage: page }) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest.shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
    ['Start focus', '/app?start=focus'],
    ['Boards', '/app/b'],
  ]);
  for (const { icons } of manifest.shortcuts) {
    expect(icons[0].sizes).toBe('192x192');
    expect((await page.request.get(icons[0].src)).headers()['content-type']).toBe('image/png');
  }
  await page.goto('/app?start=focus');
  await expect(countdown(page)).toHaveText(/2[45]:\d\d/);
  await expect(timerState(page)).toHaveText('Focus, running');
  await expect(page).toHaveURL(/\/app$/);
  await press(page, 'Pause');
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page).not.toHaveTitle(/·/);
  // A running timer is only shown.
  await page.goto('/app?start=focus');
  await expect(timerState(page)).toHaveText('Focus, running');
  const before = await countdown(page).textContent();
  await page.goto('/app?start=focus');
  await expect(timerState(page)).toHaveText('Focus, running');
  expect((await countdown(page).textContent())! <= before!, 'it goes on').toBe(true);
});
