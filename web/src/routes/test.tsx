export { ColorsPage as default } from '../features/colors/ColorsPage';
