// Made from messages/en/plans.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('plans');
export const seePlans = message('See plans');
