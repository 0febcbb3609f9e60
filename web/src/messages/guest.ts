// Made from messages/en/guest.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { richText } from './format';

export const notice = ({ link }: { link: (text: string) => ReactNode }) => richText('Your data is only in this browser. ', link('Sign up'), ' to keep it.');
