export { TasksPage as default } from '../features/tasks/TasksPage';
