export { BackgroundPicker } from './BackgroundPicker';
export { HomeFooter } from './HomeFooter';
export { parseImageCredit, PhotoCredit } from './PhotoCredit';
export { Picture } from './Picture';
export { thumbnail } from './sources';
export { WallpaperLayer } from './WallpaperLayer';
export { WallpaperRow } from './WallpaperRow';
