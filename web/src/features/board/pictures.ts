import { wallpaperPath, wallpapers } from '../wallpapers/wallpapers';

/** The pictures that come with the app: what is kept with a board, and a smaller one to choose by. */
export const pictures = (): readonly { name: string; image: string; thumb: string }[] => [
  { name: 'Dusk over a lake', image: '/backgrounds/dusk-2560.webp', thumb: '/backgrounds/dusk-1280.webp' },
  { name: 'Dawn over a lake', image: '/backgrounds/dawn-2560.webp', thumb: '/backgrounds/dawn-1280.webp' },
  ...wallpapers().map(({ id, name }) => ({
    name,
    image: wallpaperPath(id, 2560, 'webp'),
    thumb: wallpaperPath(id, 1280, 'webp'),
  })),
];

/** What stands in a picture's place until it is there: the same in small, which scaling up blurs. None for a picture of others. */
export function placeholderOf(image: string): string | undefined {
  return wallpapers().find(({ id }) => image === wallpaperPath(id, 2560, 'webp'))?.placeholder;
}
