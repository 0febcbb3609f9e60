// Made from messages/en/selection.json by `npm run messages`. Change the texts there.
import { formatNumber, plural } from './format';

export const bar = () => 'Selected cards';
export const count = ({ count }: { count: number }) => `${formatNumber(count)} selected`;
export const clear = () => 'Clear selection';
export const complete = () => 'Complete';
export const moved = ({ count, list }: { count: number; list: string }) => `${plural(count, { one: `${formatNumber(count)} card moved to ${list}`, other: `${formatNumber(count)} cards moved to ${list}` })}`;
export const labelsFilter = () => 'Find or add a label';
export const labelAdd = ({ label }: { label: string }) => `Add “${label}”`;
export const labelsEmpty = () => 'No labels yet. Type one to add it.';
export const membersFilter = () => 'Find a member';
export const listsFilter = () => 'Find a list';
export const noMatches = () => 'No matches';
export const nextWeek = () => 'Next week';
export const setDueDate = () => 'Set';
export const moveTo = () => 'Move to list';
export const moveEnd = () => 'Position';
export const moveTop = () => 'Top';
export const moveBottom = () => 'Bottom';
