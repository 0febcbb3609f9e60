export { JoinPage as default } from '../features/auth/JoinPage';
