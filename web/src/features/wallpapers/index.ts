export { wallpaperPath, wallpapers } from './wallpapers';
