import { countdown, setLength, showTimer } from './support/timer';
import { expect, test } from './support/test';

/** A quarter past three in the afternoon in Berlin, on a day whose number takes an unusual ending. */
const afternoon = new Date('2026-03-03T14:15:00.000Z');

test.describe('the clock', () => {
  test('shows twelve-hour time, and a greeting and the date in turns of five seconds', async ({ page, person }) => {
    await page.clock.install({ time: afternoon });
    await page.goto('/app');
    await expect(page.getByText('03:15', { exact: true })).toBeVisible();
    // Time must not jump past the limit of a request that is on its way.
    await page.waitForLoadState('networkidle');
    await page.clock.pauseAt(new Date(afternoon.getTime() + 30_000));
    const greeting = page.getByText(new RegExp(`\\b${person.first_name}\\b`)).first();
    const date = page.getByText('3rd Mar, 2026');
    // Which of the two shows now depends on how long the page took to load; from here on it is the test that counts.
    if ((await date.getAttribute('aria-hidden')) !== 'true') await page.clock.runFor(5_000);
    await expect(greeting).not.toHaveAttribute('aria-hidden', 'true');
    await expect(date).toHaveAttribute('aria-hidden', 'true');
    await page.clock.runFor(5_000);
    await expect(date).not.toHaveAttribute('aria-hidden', 'true');
    await expect(greeting).toHaveAttribute('aria-hidden', 'true');
    await page.clock.runFor(5_000);
    await expect(greeting).not.toHaveAttribute('aria-hidden', 'true');
    await page.clock.runFor(20_000);
    await expect(page.getByText('03:16', { exact: true })).toBeVisible();
  });
});

test.describe('the timer', () => {
  test.beforeEach(async ({ page, person }) => {
    expect(person.email).toBeTruthy();
    // An hour ago, so that what is focused below lies in the server's past; and then only the test moves the time on.
    const begin = Date.now() - 3_600_000;
    await page.clock.install({ time: new Date(begin) });
    await page.goto('/app');
    await showTimer(page);
    await page.waitForLoadState('networkidle');
    await page.clock.pauseAt(new Date(begin + 60_000));
    await expect(countdown(page)).toHaveText('25:00');
  });

  test('starts, pauses, resumes and resets', async ({ page }) => {
    await page.getByRole('button', { name: 'Start' }).click();
    await page.clock.runFor(61_000);
    await expect(countdown(page)).toHaveText('23:59');
    await expect(page).toHaveTitle('23:59 · Home');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.clock.runFor(60_000);
    await expect(countdown(page)).toHaveText('23:59');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.clock.runFor(59_000);
    await expect(countdown(page)).toHaveText('23:00');
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(countdown(page)).toHaveText('25:00');
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
    await expect(page).toHaveTitle('Home');
  });

  test('skips to the break and back', async ({ page }) => {
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(countdown(page)).toHaveText('05:00');
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(countdown(page)).toHaveText('25:00');
  });

  test('goes on where it truly is after a reload', async ({ page }) => {
    await page.getByRole('button', { name: 'Start' }).click();
    await page.clock.runFor(10_000);
    await expect(countdown(page)).toHaveText('24:50');
    await page.goto('/');
    await page.clock.runFor(10 * 60_000);
    await page.goto('/app');
    await expect(countdown(page)).toHaveText('14:50');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.reload();
    await expect(countdown(page)).toHaveText('14:50');
  });

  test('keeps the time while its page is throttled', async ({ page }) => {
    await page.getByRole('button', { name: 'Start' }).click();
    await page.clock.runFor(1_000);
    // Every timer fires at most once, as after a sleep.
    await page.clock.fastForward(12 * 60_000);
    await page.clock.runFor(1_000);
    await expect(countdown(page)).toHaveText('12:58');
  });

  test('ends and offers the break', async ({ page }) => {
    await setLength(page, '0', '5');
    await expect(countdown(page)).toHaveText('00:05');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.clock.runFor(6_000);
    await expect(countdown(page)).toHaveText('05:00');
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
    await expect(page.getByText('Break, ready')).toBeVisible();
  });

  test('the editor takes 0 to 59 in both fields, and nothing else', async ({ page }) => {
    await setLength(page, '12', '34');
    await expect(countdown(page)).toHaveText('12:34');
    await page.getByRole('button', { name: 'Timer settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Timer settings' });
    for (const [name, kept] of [
      ['Minutes', '12'],
      ['Seconds', '34'],
    ] as const) {
      const field = dialog.getByRole('textbox', { name });
      for (const text of ['60', '-1', 'soon', '']) {
        await field.fill(text);
        await field.press('Enter');
        await expect(field).toHaveValue(kept);
      }
    }
    const seconds = dialog.getByRole('textbox', { name: 'Seconds' });
    await seconds.press('ArrowUp');
    await expect(seconds).toHaveValue('35');
    await dialog.getByRole('button', { name: 'Fewer minutes' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Minutes' })).toHaveValue('11');
    await page.keyboard.press('Escape');
    await expect(countdown(page)).toHaveText('11:35');
  });

  test('nothing left cannot be started', async ({ page }) => {
    await setLength(page, '0', '0');
    await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled();
  });

  test('a corrupt state is dropped, not fatal', async ({ page, quietConsole }) => {
    quietConsole.allow(/Dropped a corrupt timerState/);
    await page.evaluate(() => localStorage.setItem('timerState', '{"minutes": "many"'));
    await page.reload();
    await showTimer(page);
    await expect(countdown(page)).toHaveText('25:00');
  });

  test('its state is stored under the specified names', async ({ page }) => {
    await page.getByRole('button', { name: 'Start' }).click();
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('timerState') ?? 'null'));
    expect(Object.keys(stored).sort()).toEqual([
      'endsAt',
      'hasPreviousSession',
      'isActive',
      'isWorkSession',
      'minutes',
      'seconds',
    ]);
    expect(stored.isActive).toBe(true);
  });
});
