export { ContactPage as default } from '../features/placeholders/ContactPage';
