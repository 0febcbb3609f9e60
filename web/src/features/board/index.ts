export { BoardForm } from './BoardForm';
export { PRIORITIES, PriorityBadge, priorityOptions } from './priorities';
export { describeRecurrence } from './recurrenceText';
export { displayListName } from './text';
export { notificationActions } from './watching';
