// Made from messages/en/tasks.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { messagesOf } from './catalog.ts';
import { formatNumber, plural, richText } from './format';

const message = messagesOf('tasks');
export const loading = message('Loading your tasks');
export const loadFailedTitle = message('Couldn’t load your tasks');
export const emptyTitle = message('No tasks yet');
export const emptyHint = message('Cards with a due date or reminder appear here.');
export const noMatchTitle = message('No matching tasks');
export const clearFilters = message('Clear filters');
export const allDoneTitle = message('All done');
export const allDoneHint = message('Nothing is due.');
export const showCompleted = message('Show completed');
export const groupCount = message(({ count, srOnly }: { count: number; srOnly: (text: string) => ReactNode }) => richText(plural(count, { one: richText(`${formatNumber(count)}`, srOnly(' task')), other: richText(`${formatNumber(count)}`, srOnly(' tasks')) })));
export const filters = message('Filter tasks');
export const filterAllBoards = message('All boards');
export const filterAllLabels = message('All labels');
export const filterAllPriorities = message('All priorities');
export const filterCompleted = message('Completed');
export const filterAssigned = message('Assigned to me');
export const noDate = message('No date');
export const noneAssigned = message('No cards are assigned to you.');
export const completeTask = message(({ title }: { title: string }) => `Complete ${title}`);
