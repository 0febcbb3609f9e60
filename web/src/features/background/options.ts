/** What a background can be chosen from, each with its address as boards keep it, and with what the core calls it. */
import type { Background, Photo, Picture } from '@twentyfour/core';
import { wallpaperPath, wallpapers } from '../wallpapers/wallpapers';
import { resizedPhotoUrl } from './sources';

export interface BackgroundOption {
  /** The address of the picture. */
  image: string;
  /** The same for what stands behind Home; null where only boards may have it. */
  background: Background | null;
  /** What it is, in words. */
  name: string;
  /** The pictures to choose by, the last one for dense screens. */
  thumbs: readonly [string] | readonly [string, string];
  /** Its colour until they are there. */
  color: string | null;
  /** Who took it. */
  photographer: string | null;
}

/** The wallpapers that come with the app. */
export const bundledWallpapers = (): readonly BackgroundOption[] =>
  wallpapers().map(({ id, name, color }) => ({
    image: wallpaperPath(id, 2560, 'webp'),
    background: { wallpaper: id },
    name,
    thumbs: [wallpaperPath(id, 1280, 'webp')],
    color,
    photographer: null,
  }));

/** The two that boards had before there were wallpapers. */
export const boardOnlyBackgrounds: readonly BackgroundOption[] = [
  ['dusk', 'Dusk over a lake'] as const,
  ['dawn', 'Dawn over a lake'] as const,
].map(([file, name]) => ({
  image: `/backgrounds/${file}-2560.webp`,
  background: null,
  name,
  thumbs: [`/backgrounds/${file}-1280.webp`],
  color: null,
  photographer: null,
}));

/** A photo of the photo service. */
export function photoOption(photo: Photo): BackgroundOption {
  const { urls, alt, color, credit } = photo;
  return {
    image: urls.regular,
    background: { photo },
    name: alt || 'Photo',
    thumbs: [urls.thumb, resizedPhotoUrl(urls.regular, 400)],
    color,
    photographer: credit.name,
  };
}

/** A picture of the person's own; they have no names, so they are counted from the newest. */
export function pictureOption({ id, color }: Picture, index: number): BackgroundOption {
  const image = `/api/pictures/${id}`;
  return { image, background: { picture: id }, name: `Your picture ${index + 1}`, thumbs: [image], color, photographer: null };
}
