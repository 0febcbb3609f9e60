/** The backgrounds to choose from, each with its URL as stored in boards and with its name in the core. */
import type { Background, Photo, Picture } from '@twentyfour/core';
import * as messages from '../../messages/background_picker';
import { wallpaperName, wallpaperPath, wallpapers } from '../wallpapers';
import { resizedPhotoUrl } from './sources';

export interface BackgroundOption {
  /** The URL of the picture. */
  image: string;
  /** The value for Home's background; null if only boards can use it. */
  background: Background | null;
  /** The accessible name. */
  name: string;
  /** The thumbnail URLs, the last one for high-density screens. */
  thumbs: readonly [string] | readonly [string, string];
  /** The color shown until the thumbnails have loaded. */
  color: string | null;
  /** The photographer's name; null if unknown. */
  photographer: string | null;
}

/** Returns the built-in wallpapers. */
export const bundledWallpapers = (): readonly BackgroundOption[] =>
  wallpapers().map(({ id, color }) => ({
    image: wallpaperPath(id, 2560, 'webp'),
    background: { wallpaper: id },
    name: wallpaperName(id) ?? id,
    thumbs: [wallpaperPath(id, 1280, 'webp')],
    color,
    photographer: null,
  }));

/** Returns the two built-in board backgrounds that are older than the wallpapers. */
export const boardOnlyBackgrounds = (): readonly BackgroundOption[] =>
  [
    ['dusk', messages.boardDusk()] as const,
    ['dawn', messages.boardDawn()] as const,
  ].map(([file, name]) => ({
    image: `/backgrounds/${file}-2560.webp`,
    background: null,
    name,
    thumbs: [`/backgrounds/${file}-1280.webp`],
    color: null,
    photographer: null,
  }));

/** Returns the option for a photo of the photo service. */
export function photoOption(photo: Photo): BackgroundOption {
  const { urls, alt, color, credit } = photo;
  return {
    image: urls.regular,
    background: { photo },
    name: alt || messages.photo(),
    thumbs: [urls.thumb, resizedPhotoUrl(urls.regular, 400)],
    color,
    photographer: credit.name,
  };
}

/** Returns the option for an uploaded picture. These have no names, so they are numbered from the newest. */
export function pictureOption({ id, color }: Picture, index: number): BackgroundOption {
  const image = `/api/pictures/${id}`;
  const name = messages.pictureNumber({ number: index + 1 });
  return { image, background: { picture: id }, name, thumbs: [image], color, photographer: null };
}
