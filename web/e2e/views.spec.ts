/** Saved views: filters in the address, in the sidebar and in the command palette, and accessibility. */
import { seedBoard } from './support/api-board';
import { violationsOf } from './support/axe';
import { cardTitled, toast, titleOf } from './support/board';
import { expect, test } from './support/test';

const LISTS = { Spring: [{ title: 'Plant tulips', labels: ['beds'], priority: 'high' }, { title: 'Cut the hedge', labels: ['hedges'] }] };

test('a filter is saved as a view, opened from the sidebar and the palette, and deleted', async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Garden', LISTS);
  await page.goto(`${address}?label=beds`);
  await expect(cardTitled(page, 'Plant tulips')).toBeVisible();
  await expect(cardTitled(page, 'Cut the hedge')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'View name' }).fill('Beds');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'View saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0);

  await page.goto('/app/b');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const views = page.getByRole('list', { name: 'Views of Garden' });
  await views.getByRole('link', { name: 'Beds' }).click();
  await expect(page).toHaveURL(/\?label=beds$/);
  await expect(cardTitled(page, 'Cut the hedge')).toHaveCount(0);
  await expect(views.getByRole('link', { name: 'Beds' })).toHaveAttribute('aria-current', 'true');
  expect(await violationsOf(page)).toEqual([]);

  await page.goto('/app');
  // The key is bound when the app is shown.
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('beds');
  await page.getByRole('group', { name: 'Views' }).getByRole('option', { name: /^Beds/ }).click();
  await expect(page).toHaveURL(/\?label=beds$/);

  await views.getByRole('link', { name: 'Beds' }).hover();
  await views.getByRole('button', { name: 'Options for Beds' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(views).toHaveCount(0);
  await toast(page, 'View deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(views.getByRole('link', { name: 'Beds' })).toBeVisible();
});

test('the filter is in the address, and going back and reloading apply it', async ({ accountPage: page }) => {
  const address = await seedBoard(page, 'Garden', LISTS);
  await page.goto(address);
  await expect(cardTitled(page, 'Cut the hedge')).toBeVisible();
  await page.keyboard.press('f');
  await page.getByRole('textbox', { name: 'Filter by text' }).fill('tulips');
  await expect(page).toHaveURL(/\?text=tulips$/);
  await titleOf(page, 'Plant tulips').click();
  await expect(page).toHaveURL(/\?text=tulips&card=/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\?text=tulips$/);
  await page.goto(`${address}?priority=high`);
  await expect(page.getByRole('textbox', { name: 'Filter by text' })).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Filter by text' })).toHaveValue('tulips');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Filter by text' })).toHaveValue('tulips');
  await expect(cardTitled(page, 'Cut the hedge')).toHaveCount(0);
});

test('the filter of the Tasks page is saved as a view', async ({ accountPage: page }) => {
  await seedBoard(page, 'Garden', { Spring: [{ title: 'Plant tulips', due_date: '2020-01-01', priority: 'high' }] });
  await page.goto('/app/tasks?priority=high');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'View name' }).fill('Important');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const link = page.getByRole('list', { name: 'Views of Tasks' }).getByRole('link', { name: 'Important' });
  await expect(link).toHaveAttribute('href', '/app/tasks?priority=high');
});

test.describe('on phones', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test('views are opened and deleted from “More”', async ({ accountPage: page }) => {
    const address = await seedBoard(page, 'Garden', LISTS);
    await page.goto('/app/b');
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.tap();
    await expect(page.getByRole('menuitem', { name: 'Trash' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Views' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.goto(`${address}?label=beds`);
    const save = page.getByRole('button', { name: 'Save view' });
    await expect(save).toBeVisible();
    const rows = await page.getByRole('search').evaluate((bar) => {
      const middleOf = (part: Element) => { const { y, height } = part.getBoundingClientRect(); return Math.round(y + height / 2); };
      return new Set([...bar.children].map(middleOf)).size;
    });
    expect(rows, 'rows of the filter').toBe(2);
    await save.tap();
    await page.getByRole('textbox', { name: 'View name' }).fill('Beds');
    await page.getByRole('button', { name: 'Save', exact: true }).tap();
    await expect(toast(page, 'View saved')).toBeVisible();
    await page.goto('/app/b');
    await more.tap();
    await page.getByRole('menuitem', { name: 'Views' }).tap();
    const views = page.getByRole('dialog', { name: 'Views' });
    await expect(views.getByRole('heading', { name: 'Garden' })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await views.getByRole('link', { name: 'Beds' }).tap();
    await expect(views).toBeHidden();
    await expect(page).toHaveURL(/\?label=beds$/);
    await more.tap();
    await page.getByRole('menuitem', { name: 'Views' }).tap();
    await views.getByRole('button', { name: 'Options for Beds' }).tap();
    await page.getByRole('menuitem', { name: 'Delete' }).tap();
    await expect(views.getByText('No views yet.')).toBeVisible();
    await toast(page, 'View deleted').getByRole('button', { name: 'Undo' }).tap();
    await expect(views.getByRole('link', { name: 'Beds' })).toBeVisible();
  });
});
