export { UnsubscribePage as default } from '../features/auth/UnsubscribePage';
