/** The pictures that come with the app: what is kept with a board, and a smaller one to choose by. */
export const PICTURES: readonly { name: string; image: string; thumb: string }[] = [
  { name: 'Dusk over a lake', image: '/backgrounds/dusk-2560.webp', thumb: '/backgrounds/dusk-1280.webp' },
  { name: 'Dawn over a lake', image: '/backgrounds/dawn-2560.webp', thumb: '/backgrounds/dawn-1280.webp' },
];
