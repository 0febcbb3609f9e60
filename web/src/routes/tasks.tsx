export { TasksPage as default } from '../features/placeholders/TasksPage';
