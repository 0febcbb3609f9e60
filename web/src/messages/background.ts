// Made from messages/en/background.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { messagesOf } from './catalog.ts';
import { richText } from './format';

const message = messagesOf('background');
export const photoCredit = message(({ photographer, name, service }: { photographer: (text: string) => ReactNode; name: string; service: (text: string) => ReactNode }) => richText('Photo by ', photographer(`${name}`), ' on ', service('Unsplash')));
export const ownPicture = message('Your picture');
export const nextPhoto = message('Next photo');
export const keep = message('Keep wallpaper');
export const kept = message('Wallpaper kept');
export const keepRequiresPro = message('Keeping a wallpaper requires Pro. See plans.');
export const keepRequiresProLabel = message('Keep wallpaper (requires Pro). See plans.');
