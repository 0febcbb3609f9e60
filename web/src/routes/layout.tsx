export { AppLayout as default } from '../features/layout/AppLayout';
