export { BoardForm } from './BoardForm';
export { addOverlay } from './dnd/overlay';
export { pointerSensor, suppressNextClick } from './dnd/pointer';
export { DueDatePicker } from './pickers/DueDatePicker';
export { PickerPopover } from './pickers/PickerPopover';
export { PRIORITIES, PriorityBadge, priorityOptions } from './priorities';
export { describeRecurrence } from './recurrenceText';
export { displayListName } from './text';
export { notificationActions } from './watching';
