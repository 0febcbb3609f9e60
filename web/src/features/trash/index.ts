export { formatDeletionDate, TRASH_DAYS } from './trashEntries';
