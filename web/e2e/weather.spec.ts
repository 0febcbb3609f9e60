/** The weather: shown if it is known, and hidden otherwise. */
import { violationsOf } from './support/axe';
import { expect, test as base } from './support/test';
import { WeatherServices } from './support/weather-services';

/** A public IP address. */
const FROM = '8.8.4.77';

const test = base.extend<{ services: WeatherServices; areAway: boolean }>({
  areAway: [false, { option: true }],
  services: async ({ areAway }, use) => {
    const services = await WeatherServices.start();
    // From the first page on, because cached weather is shown for hours.
    if (areAway) services.weather = null;
    await use(services);
    await services.stop();
  },
  serverEnvironment: async ({ services }, use) => use(services.environment),
  extraHTTPHeaders: { 'X-Forwarded-For': FROM },
});

test('the local weather, another city, and another unit', async ({ signedInPage: page, services }) => {
  const widget = page.getByRole('button', { name: /^Weather: / });
  await expect(widget).toHaveAccessibleName('Weather: Partly cloudy, 7 °C, Berlin');
  // As high as the space that is kept while it loads.
  const [height, kept] = await widget.evaluate((button) => [button.clientHeight, Number.parseFloat(getComputedStyle(button.parentElement!).minHeight)]);
  expect(height).toBe(kept);
  await expect(widget).toHaveText('7°');
  expect(services.requests).toEqual(['/8.8.4.0/json/', '/v1/forecast?latitude=52.5&longitude=13.4&current_weather=true']);
  expect(await page.evaluate(() => [localStorage.getItem('latitude'), localStorage.getItem('longitude'), localStorage.getItem('city')])).toEqual(
    ['52.5', '13.4', 'Berlin'],
  );

  // By keyboard only.
  await widget.focus();
  await page.keyboard.press('Enter');
  const more = page.getByRole('dialog', { name: 'Weather' });
  await expect(more).toContainText('Wind 13 km/h');
  await more.getByRole('searchbox', { name: 'City' }).focus();
  await page.keyboard.type('os');
  await expect(more.getByRole('button', { name: /Oslo/ })).toBeVisible();
  const violations = await violationsOf(page);
  expect(violations).toEqual([]);
  services.weather = { temperature: -4, weathercode: 75 };
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(widget).toHaveAccessibleName('Weather: Heavy snow, -4 °C, Oslo');
  await more.getByRole('combobox', { name: 'Temperature unit' }).selectOption('°F');
  await expect(widget).toHaveAccessibleName('Weather: Heavy snow, 25 °F, Oslo');
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(widget).toHaveAccessibleName('Weather: Heavy snow, 25 °F, Oslo');
  await page.goto('/app/settings');
  await page.getByRole('link', { name: 'Preference' }).click();
  await expect(page.getByText('Oslo · set by you')).toBeVisible();
  await page.getByRole('button', { name: 'Change city' }).click();
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByText('Berlin · based on your network')).toBeVisible();
});

test('shows on Home on a phone', async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const widget = page.getByRole('main').getByRole('button', { name: 'Weather: Partly cloudy, 7 °C, Berlin' });
  await expect(widget).toBeVisible();
  await widget.click();
  await expect(page.getByRole('dialog', { name: 'Weather' })).toBeInViewport();
});

test.describe('services that fail', () => {
  test.use({ areAway: true });

  test('hide the widget when they fail', async ({ accountPage: page, services }) => {
    await page.goto('/app/settings');
    await expect.poll(() => services.requests.length).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Preference' }).click();
    await page.getByRole('button', { name: 'Change city' }).click();
    await page.getByRole('searchbox', { name: 'City' }).fill('Nowhere');
    await expect(page.getByText('City search isn’t available right now. Try again later.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Weather: / })).toHaveCount(0);
  });
});
