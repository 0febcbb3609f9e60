import type { Page } from '@playwright/test';
import { callApi } from './support/api';
import { logInViaApi } from './support/users';
import { expect, test } from './support/test';
import { countdown, showTimer } from './support/timer';

const number = (page: Page, name: string) => page.getByRole('spinbutton', { name });
const radio = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true });

/** Opens the settings and expects them as changed by the first test. */
async function expectSettings(page: Page): Promise<void> {
  await page.goto('/app/settings');
  await expect(number(page, 'Focus time')).toHaveValue('50');
  await expect(number(page, 'Short break')).toHaveValue('7');
  await expect(number(page, 'Long break')).toHaveValue('30');
  await expect(number(page, 'Rounds')).toHaveValue('3');
  await expect(page.getByRole('switch', { name: 'Auto-start breaks' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Auto-start focus' })).not.toBeChecked();
  await expect(number(page, 'Daily goal')).toHaveValue('90');
  await expect(page.getByRole('combobox', { name: 'Day starts at' }).locator('option:checked')).toHaveText('04:30');
  await expect(page.getByRole('combobox', { name: 'Time format' })).toHaveValue('24');
  await page.getByRole('link', { name: 'Preference' }).click();
  await expect(page.getByRole('button', { name: 'Theme: Light' })).toBeVisible();
  await page.getByRole('button', { name: 'Change Sound' }).click();
  await expect(radio(page, 'While running', 'Rain')).toBeChecked();
  await expect(radio(page, 'At the end', 'Gong')).toBeChecked();
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveValue('52');
  await page.keyboard.press('Escape');
}

test.describe('the settings', () => {
  test('each setting survives a reload and syncs to another browser', async ({ page, account: user, anotherBrowser }) => {
    await page.goto('/app/settings');
    await number(page, 'Focus time').fill('50');
    await number(page, 'Short break').fill('7');
    await number(page, 'Long break').fill('30');
    await number(page, 'Rounds').fill('3');
    await page.getByRole('button', { name: 'Save Focus Time' }).click();
    await expect(page.getByText('Focus time saved successfully!')).toBeVisible();
    await page.getByRole('switch', { name: 'Auto-start breaks' }).click();
    await number(page, 'Daily goal').fill('90');
    await page.keyboard.press('Enter');
    const start = page.getByRole('combobox', { name: 'Day starts at' });
    await start.selectOption({ value: '270' });
    await expect(start.locator('option:checked')).toHaveText('4:30 AM');
    await page.getByRole('combobox', { name: 'Time format' }).selectOption('24-hour');
    await page.getByRole('link', { name: 'Preference' }).click();
    await page.getByRole('button', { name: 'Theme: System' }).click();
    await page.getByRole('option', { name: 'Light', exact: true }).click();
    await page.getByRole('button', { name: 'Change Sound' }).click();
    await page.getByText('Rain', { exact: true }).click();
    await page.getByText('Gong', { exact: true }).click();
    const volume = page.getByRole('slider', { name: 'Volume' });
    await volume.press('ArrowRight');
    await volume.press('ArrowRight');
    await expect(volume).toHaveValue('52');
    await page.keyboard.press('Escape');

    await expectSettings(page);
    // Unsent changes must be sent before another browser can see them.
    await expect
      .poll(async () => {
        const { volume, ending_sound } = await callApi(page, 'GET', '/preferences/');
        return [volume, ending_sound];
      })
      .toEqual([52, 'gong']);
    const other = await anotherBrowser();
    await logInViaApi(other, user);
    await expectSettings(other);
  });

  test('one request saves each number and another browser updates live', async ({
    page,
    // The first page of an account saves its time zone; Home was opened before the requests are counted.
    user,
    anotherBrowser,
  }) => {
    const other = await anotherBrowser();
    await logInViaApi(other, user);
    await other.goto('/app/settings');
    await page.goto('/app/settings');
    await expect(number(other, 'Focus time')).toHaveValue('25');
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/api/preferences/')) saves.push(request.postData() ?? '');
    });
    await number(page, 'Focus time').fill('50');
    await page.keyboard.press('Enter');
    await expect(number(other, 'Focus time')).toHaveValue('50');
    await number(page, 'Rounds').fill('3');
    await page.keyboard.press('Enter');
    await expect(number(other, 'Rounds')).toHaveValue('3');
    expect(saves.map((body) => JSON.parse(body))).toEqual([{ focus_minutes: 50 }, { rounds: 3 }]);

    await page.getByRole('link', { name: 'Preference' }).click();
    await page.getByRole('button', { name: 'Theme: System' }).click();
    await page.getByRole('option', { name: 'Light', exact: true }).click();
    await expect(other.locator('html')).not.toHaveClass(/\bdark\b/);
  });

  test('the button shows a spinner while saving and a toast afterwards', async ({ accountPage: page }) => {
    await page.goto('/app/settings');
    await number(page, 'Focus time').fill('0');
    // The response is held back until the spinner was seen.
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/preferences/', async (route) => {
      await released;
      await route.continue();
    });
    const button = page.getByRole('button', { name: 'Save Focus Time' });
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(page.getByText('Focus time saved successfully!')).toBeVisible();
    await expect(button).toHaveAttribute('aria-busy', 'false');
    // The minimum is one minute.
    await expect(number(page, 'Focus time')).toHaveValue('1');
    expect(await page.evaluate(() => localStorage.getItem('focusTime'))).toBe('1');
  });

  test('a running phase keeps its length', async ({ accountPage: page }) => {
    await page.goto('/app');
    await showTimer(page);
    await page.getByRole('button', { name: 'Start' }).click();
    await expect(countdown(page)).toHaveText(/^24:5\d$/);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
    await number(page, 'Focus time').fill('60');
    await number(page, 'Short break').fill('9');
    await page.getByRole('button', { name: 'Save Focus Time' }).click();
    await expect(page.getByText('Focus time saved successfully!')).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(countdown(page)).toHaveText(/^24:[0-5]\d$/);
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(countdown(page)).toHaveText('60:00');
  });

  test('an invalid value survives a reload', async ({ accountPage: page }) => {
    await page.goto('/app/settings');
    await number(page, 'Rounds').fill('13');
    await number(page, 'Focus time').fill('30');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(number(page, 'Rounds')).toHaveAttribute('aria-invalid', 'true');
    await page.reload();
    await expect(number(page, 'Rounds')).toHaveValue('13');
    await expect(number(page, 'Focus time')).toHaveValue('30');
    await number(page, 'Rounds').fill('5');
    await page.keyboard.press('Enter');
    await expect(number(page, 'Rounds')).not.toHaveAttribute('aria-invalid');
    await page.reload();
    await expect(number(page, 'Rounds')).toHaveValue('5');
  });
});

test.describe('the sounds', () => {
  test('can be chosen and played by keyboard, and a missing file shows an error', async ({ accountPage: page, consoleGuard }) => {
    consoleGuard.allow(/Failed to load resource/);
    await page.route('**/sounds/timer_sounds/stream.mp3', (route) => route.fulfill({ status: 404 }));
    await page.goto('/app/settings?section=preference');
    await page.getByRole('button', { name: 'Change Sound' }).press('Enter');
    const chosen = radio(page, 'While running', 'Soft ambience');
    await chosen.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(radio(page, 'While running', 'Stream')).toBeChecked();
    await page.getByRole('button', { name: 'Play Rain' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Stop Rain' })).toBeVisible();
    // One preview at a time.
    await page.getByRole('button', { name: 'Play Bell' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Play Rain' })).toBeVisible();
    await page.getByRole('button', { name: 'Play Stream' }).press('Enter');
    await expect(page.getByText('Couldn’t load this sound.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Change Sound' })).toBeFocused();
    await expect(page.getByText('Couldn’t load the sound.')).toBeVisible();
  });
});

test('photos are hidden without a photo service', async ({ accountPage: page }) => {
  await page.goto('/app/settings?section=preference');
  const answer = page.waitForResponse((response) => response.url().includes('/api/photos/'));
  await page.getByRole('button', { name: 'Change Wallpaper' }).click();
  await answer;
  const picker = page.getByRole('dialog', { name: 'Change Wallpaper' });
  await expect(picker.getByRole('radio')).toHaveCount(16);
  await expect(picker.getByRole('searchbox')).toHaveCount(0);
});
