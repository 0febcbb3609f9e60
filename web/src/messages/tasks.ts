// Made from messages/en/tasks.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { formatNumber, plural, richText } from './format';

export const loading = () => 'Loading your tasks';
export const loadFailedTitle = () => 'Couldn’t load your tasks';
export const emptyTitle = () => 'No tasks yet';
export const emptyHint = () => 'Cards with a due date or reminder appear here.';
export const noMatchTitle = () => 'No matching tasks';
export const clearFilters = () => 'Clear filters';
export const allDoneTitle = () => 'All done';
export const allDoneHint = () => 'Nothing is due.';
export const showCompleted = () => 'Show completed';
export const groupCount = ({ count, srOnly }: { count: number; srOnly: (text: string) => ReactNode }) => richText(plural(count, { one: richText(`${formatNumber(count)}`, srOnly(' task')), other: richText(`${formatNumber(count)}`, srOnly(' tasks')) }));
export const filters = () => 'Filter tasks';
export const filterAllBoards = () => 'All boards';
export const filterAllLabels = () => 'All labels';
export const filterAllPriorities = () => 'All priorities';
export const filterCompleted = () => 'Completed';
export const filterAssigned = () => 'Assigned to me';
export const noDate = () => 'No date';
export const noneAssigned = () => 'No cards are assigned to you.';
export const completeTask = ({ title }: { title: string }) => `Complete ${title}`;
