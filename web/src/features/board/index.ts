export { BoardForm } from './BoardForm';
export { PRIORITIES, PriorityBadge, priorityOptions } from './priorities';
export { displayListName } from './text';
export { isShared, isWatched, toggleWatching } from './watching';
