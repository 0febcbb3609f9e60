/** Where a picture lies, by its address as it is kept: in which sizes and formats, and what stands in its place until it is there. */
import { wallpaperPath, wallpapers } from '../wallpapers/wallpapers';

export interface Sources {
  /** The files for large windows and for small ones. */
  large: string;
  small: string;
  /** The same as AVIF, where there are such files. */
  avif: { large: string; small: string } | null;
  /** The same in very small, which scaling up blurs; null where there is none. */
  placeholder: string | null;
  /** Whether it lies on another host. */
  isCrossOrigin: boolean;
}

/** A window for which the small file will do: narrow, or no wider than that file on a plain screen. */
export const SMALL_WINDOW = '(width <= 640px), ((width <= 1280px) and (resolution < 1.5dppx))';

const WALLPAPER = /^\/wallpapers\/([a-z-]+)-2560\.webp$/;

/** The files of the picture at an address. */
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

/** A photo at another width. Its host makes it, in the best format that the browser takes. */
export function resizedPhotoUrl(photo: string, width: number): string {
  const url = new URL(photo);
  url.searchParams.set('w', String(width));
  url.searchParams.set('q', '80');
  url.searchParams.set('auto', 'format');
  return url.href;
}
