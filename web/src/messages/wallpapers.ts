// Made from messages/en/wallpapers.json by `npm run messages`. Change the texts there.

export const mistyRidges = () => 'Misty ridges';
export const slowWaves = () => 'Slow waves';
export const northernLights = () => 'Northern lights';
export const desertDunes = () => 'Desert dunes';
export const moonlitSea = () => 'Moonlit sea';
export const duskLake = () => 'Violet dusk';
export const forestRidge = () => 'Forest ridge';
export const firstLight = () => 'First light';
export const islandInFog = () => 'Island in the fog';
export const milkyWay = () => 'Milky Way';
export const cutPaper = () => 'Cut paper';
export const aboveTheClouds = () => 'Above the clouds';
export const morningHaze = () => 'Morning haze';
export const whiteDunes = () => 'White dunes';
export const sunlitClouds = () => 'Sunlit clouds';
export const whitePaper = () => 'White paper';
