export { AboutPage as default } from '../features/placeholders/AboutPage';
