/** Maps a stored picture URL to its files in different sizes and formats, and to its placeholder. */
import { wallpaperPath, wallpapers } from '../wallpapers';

export interface Sources {
  /** The URLs for large and small windows. */
  large: string;
  small: string;
  /** The URLs of the AVIF versions, if there are any. */
  avif: { large: string; small: string } | null;
  /** A tiny copy, which blurs when it is scaled up; null if there is none. */
  placeholder: string | null;
  /** Whether it is on another host. */
  isCrossOrigin: boolean;
}

/**
 * The media query of windows for which the small file is enough: narrow ones, or no wider than that file on a
 * low-density screen.
 */
export const SMALL_WINDOW = '(width <= 640px), ((width <= 1280px) and (resolution < 1.5dppx))';

const WALLPAPER = /^\/wallpapers\/([a-z-]+)-2560\.webp$/;

/** Returns the files of the picture at a URL. */
export function imageSources(image: string): Sources {
  const id = WALLPAPER.exec(image)?.[1];
  if (id) {
    const file = (width: 2560 | 1280, format: 'avif' | 'webp') => wallpaperPath(id, width, format);
    return {
      large: file(2560, 'webp'),
      small: file(1280, 'webp'),
      avif: { large: file(2560, 'avif'), small: file(1280, 'avif') },
      placeholder: wallpapers().find((known) => known.id === id)?.placeholder ?? null,
      isCrossOrigin: false,
    };
  }
  const plain = { large: image, small: image, avif: null, placeholder: null, isCrossOrigin: false };
  if (image.startsWith('/backgrounds/')) return { ...plain, small: image.replace('-2560.', '-1280.') };
  if (image.startsWith('https://')) {
    return { ...plain, large: resizedPhotoUrl(image, 2560), small: resizedPhotoUrl(image, 1280), placeholder: resizedPhotoUrl(image, 16), isCrossOrigin: true };
  }
  return plain;
}

/** Returns the URL of a small copy of a picture, and its placeholder. */
export function thumbnail(image: string): { url: string; placeholder: string | null } {
  const { small, placeholder, isCrossOrigin } = imageSources(image);
  return { url: isCrossOrigin ? resizedPhotoUrl(image, 640) : small, placeholder };
}

/**
 * Returns the URL of a photo at another width. The photo service resizes it and picks the best format for the browser.
 */
export function resizedPhotoUrl(photo: string, width: number): string {
  const url = new URL(photo);
  url.searchParams.set('w', String(width));
  url.searchParams.set('q', '80');
  url.searchParams.set('auto', 'format');
  return url.href;
}
