// Made from messages/en/weather.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { messagesOf } from './catalog.ts';
import { formatNumber, richText } from './format';

const message = messagesOf('weather');
export const title = message('Weather');
export const button = message(({ summary }: { summary: string }) => `Weather: ${summary}`);
export const conditions = message(({ description, temperature, unit }: { description: string; temperature: number; unit: string }) => `${description}, ${formatNumber(temperature)} ${unit}`);
export const summaryInCity = message(({ summary, city }: { summary: string; city: string }) => `${summary}, ${city}`);
export const unavailable = message('unavailable');
export const notAvailableYet = message('Weather isn’t available yet.');
export const yourLocation = message('Your location');
export const wind = message(({ speed }: { speed: number }) => `Wind ${formatNumber(speed)} km/h`);
export const temperatureShort = message(({ temperature }: { temperature: number }) => `${formatNumber(temperature)}°`);
export const temperatureUnit = message('Temperature unit');
export const unitAutomatic = message('Automatic');
export const unitCelsius = message('°C');
export const unitFahrenheit = message('°F');
export const credit = message(({ link }: { link: (text: string) => ReactNode }) => richText('Weather by ', link('Open-Meteo.com')));
export const cityField = message('City');
export const cityPlaceholder = message('Search for a city');
export const cities = message('Cities');
export const citiesFound = message(({ count }: { count: number }) => `${formatNumber(count)} found`);
export const citiesNone = message('No matching cities');
export const citiesFailed = message('City search isn’t available right now. Try again later.');
export const locationReset = message('Use my location');
