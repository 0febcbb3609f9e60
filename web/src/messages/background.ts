// Made from messages/en/background.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { richText } from './format';

export const photoCredit = ({ photographer, name, service }: { photographer: (text: string) => ReactNode; name: string; service: (text: string) => ReactNode }) => richText('Photo by ', photographer(`${name}`), ' on ', service('Unsplash'));
export const ownPicture = () => 'Your picture';
export const nextPhoto = () => 'Next photo';
export const keep = () => 'Keep wallpaper';
export const kept = () => 'Wallpaper kept';
export const keepRequiresPro = () => 'Keeping a wallpaper requires Pro. See plans.';
export const keepRequiresProLabel = () => 'Keep wallpaper (requires Pro). See plans.';
