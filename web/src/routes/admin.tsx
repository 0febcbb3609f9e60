export { AdminPage as default } from '../features/admin/AdminPage';
