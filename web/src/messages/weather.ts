// Made from messages/en/weather.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { formatNumber, richText } from './format';

export const title = () => 'Weather';
export const button = ({ summary }: { summary: string }) => `Weather: ${summary}`;
export const conditions = ({ description, temperature, unit }: { description: string; temperature: number; unit: string }) => `${description}, ${formatNumber(temperature)} ${unit}`;
export const summaryInCity = ({ summary, city }: { summary: string; city: string }) => `${summary}, ${city}`;
export const unavailable = () => 'unavailable';
export const notAvailableYet = () => 'Weather isn’t available yet.';
export const yourLocation = () => 'Your location';
export const wind = ({ speed }: { speed: number }) => `Wind ${formatNumber(speed)} km/h`;
export const temperatureShort = ({ temperature }: { temperature: number }) => `${formatNumber(temperature)}°`;
export const temperatureUnit = () => 'Temperature unit';
export const unitAutomatic = () => 'Automatic';
export const unitCelsius = () => '°C';
export const unitFahrenheit = () => '°F';
export const credit = ({ link }: { link: (text: string) => ReactNode }) => richText('Weather by ', link('Open-Meteo.com'));
export const city = () => 'City';
export const cityPlaceholder = () => 'Search for a city';
export const cities = () => 'Cities';
export const citiesFound = ({ count }: { count: number }) => `${formatNumber(count)} found`;
export const citiesNone = () => 'No matching cities';
export const citiesFailed = () => 'City search isn’t available right now. Try again later.';
export const locationReset = () => 'Use my location';
