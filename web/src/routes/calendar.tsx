export { CalendarPage as default } from '../features/calendar/CalendarPage';
