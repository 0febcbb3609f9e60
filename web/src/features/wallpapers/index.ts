export { wallpaperName, wallpaperPath, wallpapers } from './wallpapers';
