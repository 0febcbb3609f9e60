export { PrivacyPage as default } from '../features/placeholders/PrivacyPage';
