export { formatDaysLeft } from './trashEntries';
