import type { WeatherIcon } from '@twentyfour/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { mirror } from '../../core/client';
import { type RealCore, startGuest } from '../../testing/real-core';
import { type MockResponse, SERVER_ERROR } from '../../testing/responses';
import { WEATHER_ICONS } from './icons';
import { preloadWeather, WeatherWidget } from './WeatherWidget';

const OSLO = { city: 'Oslo', latitude: 59.9, longitude: 10.7 };
const OSAKA = { city: 'Osaka', latitude: 34.7, longitude: 135.5 };

const SNOW: MockResponse = {
  body: {
    current_weather: { temperature: -4, windspeed: 12.5, winddirection: 240, is_day: 1, weathercode: 75 },
    current_weather_units: { temperature: '°C' },
  },
};
const UNKNOWN: MockResponse = { body: { current_weather: null, current_weather_units: { temperature: '°C' } } };

/** Starts the core in Oslo, with this weather in every place. */
async function start(weather: MockResponse = SNOW): Promise<RealCore> {
  await preloadWeather();
  const core = await startGuest();
  await core.serve({ 'GET /weather/?': weather, 'GET /weather/place/': { body: { place: OSLO } } });
  return core;
}

/** Shows the widget, and opens it. */
async function opened(): Promise<RealCore> {
  const core = await start();
  render(<WeatherWidget location="rail" />);
  core.do({ type: 'load_weather', language: 'en-GB' });
  await core.settle();
  await userEvent.click(screen.getByRole('button', { name: 'Weather: Heavy snow, -4 °C, Oslo' }));
  return core;
}

/** Searches for a city with this response. */
async function search(core: RealCore, response: MockResponse): Promise<void> {
  await core.serve({ 'GET /weather/places/': response });
  await userEvent.type(screen.getByRole('searchbox', { name: 'City' }), 'Os');
  await waitFor(() => expect(core.intents).toContainEqual({ type: 'search_places', text: 'Os' }));
  await core.settle();
}

it('is hidden without weather', async () => {
  const core = await start(UNKNOWN);
  const { container } = render(<WeatherWidget location="home" />);
  core.do({ type: 'load_weather', language: 'en-GB' });
  await core.settle();
  // Only the place of the widget, which takes no space.
  expect(container.innerHTML).toBe('<div class="empty:hidden"></div>');
});

it('shows the weather, the wind and the city', async () => {
  await opened();
  const more = screen.getByRole('dialog', { name: 'Weather' });
  expect(more).toHaveTextContent('OsloHeavy snow, -4 °CWind 13 km/h');
  expect(screen.queryByRole('button', { name: 'Use my location' })).toBeNull();
});

it('searches after a typing pause and selects a result', async () => {
  const core = await opened();
  await search(core, { body: { places: [{ place: OSAKA, region: 'Japan' }] } });
  expect(core.intents).not.toContainEqual({ type: 'search_places', text: 'O' });
  expect(screen.getByRole('status')).toHaveTextContent('1 found');
  await userEvent.click(screen.getByRole('button', { name: /Osaka/ }));
  expect(core.state().weather).toMatchObject({ city: 'Osaka', is_chosen: true });
});

it.each([
  ['ready', { body: { places: [] } }, 'No matching cities'],
  ['failed', SERVER_ERROR, 'City search isn’t available right now. Try again later.'],
] as const)('shows when nothing was found: %s', async (_status, response, words) => {
  const core = await opened();
  await search(core, response);
  expect(screen.getByText(words)).toBeVisible();
});

it('resets to the detected location', async () => {
  const core = await opened();
  core.do({ type: 'choose_place', place: OSAKA });
  await core.settle();
  await userEvent.click(screen.getByRole('button', { name: 'Use my location' }));
  await core.settle();
  expect(core.state().weather).toMatchObject({ city: 'Oslo', is_chosen: false });
});

it('stays open until the weather of another city loads, and hides when it fails', async () => {
  const core = await opened();
  const dialog = () => screen.getByRole('dialog', { name: 'Weather' });
  await core.serve({ 'GET /weather/?': null });
  core.do({ type: 'choose_place', place: OSAKA });
  expect(dialog()).toHaveTextContent('OsakaWeather isn’t available yet.');
  await core.serve({ 'GET /weather/?': SNOW });
  expect(dialog()).toHaveTextContent('OsakaHeavy snow');
  await core.serve({ 'GET /weather/?': UNKNOWN });
  core.do({ type: 'choose_place', place: { ...OSAKA, city: 'Ulm', latitude: 48.4 } });
  await core.settle();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button')).toBeNull();
});

it('changes the unit', async () => {
  const core = await opened();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Temperature unit' }), '°F');
  expect(core.state().preferences.temperature_unit).toBe('fahrenheit');
  expect(screen.getByRole('dialog', { name: 'Weather' })).toHaveTextContent('25 °F');
});

it('has an icon for each weather code', () => {
  const drawings = Object.values(WEATHER_ICONS);
  expect(new Set(drawings).size).toBe(drawings.length);
});

it('renders nothing when it fails', async () => {
  await start();
  const log = vi.spyOn(console, 'error').mockReturnValue();
  render(
    <>
      <WeatherWidget location="rail" />
      <p>Beside it</p>
    </>,
  );
  // The core never sends an unknown icon. It makes the widget throw while it renders, as a bug in it would.
  const reading = { temperature: -4, windSpeed: 1, windDirection: 0, isDay: true, weatherCode: 75, temp_unit: '°C', icon: 'frogs' as WeatherIcon, words: 'Frogs' };
  act(() => mirror.setState(({ weather }) => ({ weather: { ...weather, city: 'Oslo', reading } })));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Beside it')).toBeVisible();
  expect(log).toHaveBeenCalled();
});
