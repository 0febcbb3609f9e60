// Made from messages/en/today.json by `npm run messages`. Change the texts there.
import { formatNumber, plural } from './format';

export const cardsAndFocus = ({ count, duration }: { count: number; duration: string }) => `${plural(count, { one: `${formatNumber(count)} card`, other: `${formatNumber(count)} cards` })} today · ${duration} focused`;
export const cards = ({ count }: { count: number }) => `${plural(count, { one: `${formatNumber(count)} card`, other: `${formatNumber(count)} cards` })} today`;
export const focus = ({ duration }: { duration: string }) => `${duration} focused today`;
export const goal = () => 'Daily focus goal';
export const goalProgress = ({ focused, goal }: { focused: string; goal: string }) => `${focused} of ${goal} focused`;
export const planned = ({ duration }: { duration: string }) => `${duration} planned`;
export const cardsHeading = () => 'Cards';
export const cardsEmpty = () => 'No cards are due today.';
export const complete = ({ title }: { title: string }) => `Complete ${title}`;
export const startFocus = ({ title }: { title: string }) => `Start focus on ${title}`;
export const mainFocus = () => 'Main focus';
export const mainFocusHint = () => 'Choose the card that matters most today.';
export const mainFocusDone = () => 'Main focus, done';
export const mainFocusSet = ({ title }: { title: string }) => `Make ${title} the main focus`;
export const mainFocusRemove = () => 'Remove main focus';
export const mainFocusSearch = () => 'Find a card for the main focus';
export const mainFocusNoneFound = () => 'No matching cards';
export const goToTasks = () => 'Go to Tasks';
