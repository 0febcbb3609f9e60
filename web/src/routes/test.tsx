export { ColorsPage as default } from '../features/placeholders/ColorsPage';
