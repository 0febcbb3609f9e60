// Made from messages/en/guest.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { messagesOf } from './catalog.ts';
import { richText } from './format';

const message = messagesOf('guest');
export const notice = message(({ link }: { link: (text: string) => ReactNode }) => richText('Your data is only in this browser. ', link('Sign up'), ' to keep it.'));
