export { CommandPalette, openPalette, preloadPalette } from './CommandPalette';
export { RecentPlaces } from './RecentPlaces';
