// Made from messages/en/guest_inbox.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('guest_inbox');
export const title = message('Your inbox needs an account');
export const hint = message('Invitations, mentions and news on shared boards appear here.');
