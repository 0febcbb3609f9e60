export { WaitlistPage as default } from '../features/placeholders/WaitlistPage';
