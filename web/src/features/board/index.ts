export { BoardForm } from './BoardForm';
export { PRIORITIES, PriorityBadge } from './priorities';
export { displayListName } from './text';
