// Made from messages/en/wallpapers.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('wallpapers');
export const mistyRidges = message('Misty ridges');
export const slowWaves = message('Slow waves');
export const northernLights = message('Northern lights');
export const desertDunes = message('Desert dunes');
export const moonlitSea = message('Moonlit sea');
export const duskLake = message('Violet dusk');
export const forestRidge = message('Forest ridge');
export const firstLight = message('First light');
export const islandInFog = message('Island in the fog');
export const milkyWay = message('Milky Way');
export const cutPaper = message('Cut paper');
export const aboveTheClouds = message('Above the clouds');
export const morningHaze = message('Morning haze');
export const whiteDunes = message('White dunes');
export const sunlitClouds = message('Sunlit clouds');
export const whitePaper = message('White paper');
