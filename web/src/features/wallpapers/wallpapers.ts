/** The wallpapers that come with the app, as `scripts/make-wallpapers.mjs` has painted them. */
import index from './wallpapers.json';

export interface Wallpaper {
  /** Never changes: it is kept with accounts and boards, and names the files. */
  id: string;
  /** Its name for people. */
  name: string;
  /** The mean colour. */
  color: string;
  /** The colours of its top, its middle and its foot, to stand there until a picture can be drawn. */
  gradient: readonly string[];
  /** The mean relative luminance (WCAG 2), from 0, black, to 1, white, without any overlay. */
  luminance: number;
  /** The relative luminance of the brightest place in the middle, where the clock stands. */
  brightest_middle: number;
  /** The picture in 16 by 10 pixels, a data URL, to be shown enlarged and blurred. */
  placeholder: string;
}

/** All of them, in the order in which they are offered. A function, since the index may lie in a file that is read after this one. */
export const wallpapers = (): readonly Wallpaper[] => index;

/** The widths of the files, in pixels. Their height is five eighths of it. */
export const WALLPAPER_WIDTHS = [2560, 1280] as const;
export const WALLPAPER_FORMATS = ['avif', 'webp'] as const;

/** The path of a wallpaper's file. */
export function wallpaperPath(
  id: string,
  width: (typeof WALLPAPER_WIDTHS)[number],
  format: (typeof WALLPAPER_FORMATS)[number],
): string {
  return `/wallpapers/${id}-${width}.${format}`;
}
