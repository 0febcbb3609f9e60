import type { WeatherIcon, WeatherView } from '@twentyfour/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type FakeCore, connectFakeCore } from '../../testing/fake-core';
import { WEATHER_ICONS } from './icons';
import { WeatherWidget } from './WeatherWidget';

const reading = {
  temperature: -4,
  windSpeed: 12.5,
  windDirection: 240,
  isDay: true,
  weatherCode: 75,
  temp_unit: '°C',
  icon: 'snow' as WeatherIcon,
  words: 'Heavy snow',
};
const inOslo: WeatherView = { reading, city: 'Oslo', is_chosen: false, search: null };

const oslo = { city: 'Oslo', latitude: 59.9, longitude: 10.7 };

async function opened(): Promise<FakeCore> {
  const core = connectFakeCore({ weather: inOslo });
  render(<WeatherWidget location="rail" />);
  await userEvent.click(screen.getByRole('button', { name: 'Weather: Heavy snow, -4 °C, Oslo' }));
  return core;
}

it('is hidden without weather', () => {
  connectFakeCore({ weather: { ...inOslo, reading: null } });
  const { container } = render(<WeatherWidget location="home" />);
  expect(container).toBeEmptyDOMElement();
});

it('shows the weather, the wind and the city', async () => {
  await opened();
  const more = screen.getByRole('dialog', { name: 'Weather' });
  expect(more).toHaveTextContent('OsloHeavy snow, -4 °CWind 13 km/h');
  expect(screen.queryByRole('button', { name: 'Use my location' })).toBeNull();
});

it('searches after a typing pause and selects a result', async () => {
  const core = await opened();
  core.intents.length = 0;
  await userEvent.type(screen.getByRole('searchbox', { name: 'City' }), 'Os');
  await waitFor(() => expect(core.intents).toEqual([{ type: 'search_places', text: 'Os' }]));
  const place = { ...oslo, city: 'Osaka' };
  core.emit([{ type: 'weather', weather: { ...inOslo, search: { status: 'ready', places: [{ place, region: 'Japan' }] } } }]);
  expect(screen.getByRole('status')).toHaveTextContent('1 found');
  await userEvent.click(screen.getByRole('button', { name: /Osaka/ }));
  expect(core.intents).toContainEqual({ type: 'choose_place', place });
});

it.each([
  ['ready', 'No matching cities'],
  ['failed', 'City search isn’t available right now. Try again later.'],
] as const)('shows when nothing was found: %s', async (status, words) => {
  const core = await opened();
  core.emit([{ type: 'weather', weather: { ...inOslo, search: { status, places: [] } } }]);
  expect(screen.getByText(words)).toBeVisible();
});

it('resets to the detected location', async () => {
  const core = await opened();
  core.emit([{ type: 'weather', weather: { ...inOslo, is_chosen: true } }]);
  await userEvent.click(screen.getByRole('button', { name: 'Use my location' }));
  expect(core.intents).toContainEqual({ type: 'choose_place', place: null });
});

it('stays open until the weather of another city loads, and hides when it fails', async () => {
  const core = await opened();
  core.emit([{ type: 'weather', weather: { ...inOslo, city: 'Ulm', reading: null } }]);
  expect(screen.getByRole('dialog', { name: 'Weather' })).toHaveTextContent('UlmWeather isn’t available yet.');
  core.emit([{ type: 'weather', weather: { ...inOslo, city: 'Ulm' } }]);
  expect(screen.getByRole('dialog', { name: 'Weather' })).toHaveTextContent('UlmHeavy snow');
  core.emit([{ type: 'weather', weather: { ...inOslo, reading: null } }]);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button')).toBeNull();
});

it('changes the unit', async () => {
  const core = await opened();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Temperature unit' }), '°F');
  expect(core.intents).toContainEqual({ type: 'set_preferences', update: { temperature_unit: 'fahrenheit' } });
});

it('has an icon for each weather code', () => {
  const drawings = Object.values(WEATHER_ICONS);
  expect(new Set(drawings).size).toBe(drawings.length);
});

it('renders nothing when it fails', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  connectFakeCore({ weather: { ...inOslo, reading: { ...reading, icon: 'frogs' as WeatherIcon } } });
  render(
    <>
      <WeatherWidget location="rail" />
      <p>Beside it</p>
    </>,
  );
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Beside it')).toBeVisible();
  expect(log).toHaveBeenCalled();
});
