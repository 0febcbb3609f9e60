/** Page views: counted if a script is configured and the user has not opted out of tracking. */
import { AnalyticsService } from './support/analytics-service';
import { expect, test as base } from './support/test';

const test = base.extend<{ service: AnalyticsService }>({
  service: async ({}, use) => {
    const service = await AnalyticsService.start();
    await use(service);
    await service.stop();
  },
  serverEnvironment: async ({ service }, use) => use({ ANALYTICS_SCRIPT_URL: service.script }),
});

test('pages are counted by their pattern and their path alone', async ({ signedInPage: page, service, consoleGuard }) => {
  // The request for the board that does not exist.
  consoleGuard.allow(/404 \(Not Found\) \(.*\/api\/boards\/nothing-here\/|Error fetching boards/);
  await expect.poll(() => service.views).toContainEqual({ route: '/app', path: '/app' });
  service.views.length = 0;
  await page.getByRole('link', { name: 'Stats' }).click();
  // A page load would cancel the analytics request.
  await expect.poll(() => service.views).toContainEqual({ route: '/app/stats', path: '/app/stats' });
  await page.goto('/app/b/nothing-here?card=1#secret');
  await page.getByRole('link', { name: 'Go to My Boards' }).click();
  await expect
    .poll(() => service.views)
    .toEqual([
      { route: '/app/stats', path: '/app/stats' },
      { route: '/app/b/:boardSlug', path: '/app/b/nothing-here' },
      { route: '/app/b', path: '/app/b' },
    ]);
});

test('a script load failure is only logged', async ({ page, service, consoleGuard }) => {
  consoleGuard.allow(/^error: Error loading analytics script /);
  consoleGuard.allow(/Failed to load resource: .*404.*\/script\.js/);
  service.servesScript = false;
  const logged = page.waitForEvent('console', (message) => message.text() === 'Error loading analytics script');
  await page.goto('/test');
  await logged;
  await expect(page.getByRole('heading', { name: 'Color selector' })).toBeVisible();
  expect(service.views).toEqual([]);
});

test('pages with secrets in the URL load no analytics', async ({ page, service }) => {
  for (const path of ['/auth?type=signup&invitation=secret', '/waitlist/leave?token=secret']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(service.requests, path).toEqual([]);
  }
});

for (const [name, preference] of [
  ['Do Not Track', { doNotTrack: '1' }],
  ['Global Privacy Control', { globalPrivacyControl: true }],
] as const) {
  test(`nothing is loaded with ${name}`, async ({ page, service }) => {
    await page.addInitScript((wanted) => {
      for (const [key, value] of Object.entries(wanted)) Object.defineProperty(Navigator.prototype, key, { get: () => value, configurable: true });
    }, preference);
    await page.goto('/test');
    await expect(page.getByRole('heading', { name: 'Color selector' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(service.requests).toEqual([]);
  });
}
