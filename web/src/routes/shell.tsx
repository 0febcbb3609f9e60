export { AppLayout as default } from '../features/shell/AppLayout';
