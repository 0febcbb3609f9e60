// Made from messages/en/today.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';
import { formatNumber, plural } from './format';

const message = messagesOf('today');
export const cardsAndFocus = message(({ count, duration }: { count: number; duration: string }) => `${plural(count, { one: `${formatNumber(count)} card`, other: `${formatNumber(count)} cards` })} today · ${duration} focused`);
export const cards = message(({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} card`, other: `${formatNumber(count)} cards` })} today`);
export const focus = message(({ duration }: { duration: string }) => `${duration} focused today`);
export const goal = message('Daily focus goal');
export const goalProgress = message(({ focused, goal }: { focused: string; goal: string }) => `${focused} of ${goal} focused`);
export const planned = message(({ duration }: { duration: string }) => `${duration} planned`);
export const cardsHeading = message('Cards');
export const cardsEmpty = message('No cards are due today.');
export const complete = message(({ title }: { title: string }) => `Complete ${title}`);
export const startFocus = message(({ title }: { title: string }) => `Start focus on ${title}`);
export const mainFocus = message('Main focus');
export const mainFocusHint = message('Choose the card that matters most today.');
export const mainFocusDone = message('Main focus, done');
export const mainFocusSet = message(({ title }: { title: string }) => `Make ${title} the main focus`);
export const mainFocusRemove = message('Remove main focus');
export const mainFocusSearch = message('Find a card for the main focus');
export const mainFocusNoneFound = message('No matching cards');
export const goToTasks = message('Go to Tasks');
