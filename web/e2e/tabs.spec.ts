/** Several tabs of one browser: one of them sends, and all show and change the same data. */
import { cardTitled, drag, expectLayout, expectSent, expectTools, expectUnsent, listNamed, openSeededBoard } from './support/board';
import { expect, OFFLINE_ERRORS, test } from './support/test';

test.beforeEach(async ({ accountPage: page }) => {
  await openSeededBoard(page, 'Groceries', { Today: ['Bread', 'Milk'], Done: [] });
});

test('offline changes of two tabs build on each other and are sent once', async ({
  page,
  server,
  context,
  consoleGuard,
}) => {
  consoleGuard.allow(OFFLINE_ERRORS);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(cardTitled(second, 'Milk')).toBeVisible();
  await expectTools(second);

  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/ops/') && request.method() === 'POST') sent.push(request.postData() ?? '');
  });
  await server.kill();
  await drag(page, cardTitled(page, 'Milk'), listNamed(page, 'Done'), 'middle');
  await expectLayout(second, [
    ['Today', ['Bread']],
    ['Done', ['Milk']],
  ]);
  await drag(second, cardTitled(second, 'Bread'), listNamed(second, 'Done'), 'middle');
  const both = async () => {
    const layout = await page.locator('[data-list-id]').nth(1).locator('[data-card-id]').count();
    return layout;
  };
  await expect.poll(both).toBe(2);
  await expectUnsent(page, 2);
  await server.start();
  await expectSent(page);
  await expectSent(second);
  await second.reload();
  await expect(listNamed(second, 'Done').locator('[data-card-id]')).toHaveCount(2);
});

test('another tab takes over when the sending tab is closed', { tag: '@long' }, async ({ page, server, context, consoleGuard }) => {
  consoleGuard.allow(OFFLINE_ERRORS);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(cardTitled(second, 'Milk')).toBeVisible();
  await server.kill();
  await drag(page, cardTitled(page, 'Milk'), listNamed(page, 'Done'), 'middle');
  await expectUnsent(second, 1);
  await page.close();
  await server.start();
  await expectSent(second);
  await second.reload();
  await expectLayout(second, [
    ['Today', ['Bread']],
    ['Done', ['Milk']],
  ]);
});

test('a hung tab loses leadership and follows when it resumes', { tag: '@long' }, async ({ page, context }) => {
  test.setTimeout(120_000);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(cardTitled(second, 'Milk')).toBeVisible();
  // In real time, because a test clock would wait for every page. An endless script freezes the tab, which keeps its
  // lock.
  let hangs = true;
  const thaw = page
    .evaluate(() => {
      const end = performance.now() + 50_000;
      while (performance.now() < end);
    })
    .then(() => (hangs = false));
  await drag(second, cardTitled(second, 'Milk'), listNamed(second, 'Done'), 'middle');
  await expectUnsent(second, 1);
  // Twenty seconds without a heartbeat, and up to ten for a response.
  await expectSent(second, { timeout: 40_000 });
  expect(hangs).toBe(true);
  await thaw;
  const moved: [string, string[]][] = [
    ['Today', ['Bread']],
    ['Done', ['Milk']],
  ];
  await expectLayout(page, moved);
  await drag(page, cardTitled(page, 'Bread'), listNamed(page, 'Done'), 'middle');
  await expectSent(page);
  await expect(listNamed(second, 'Done').locator('[data-card-id]')).toHaveCount(2);
});
