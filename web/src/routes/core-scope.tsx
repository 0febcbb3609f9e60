export { CoreScope as default } from '../features/shell/CoreScope';
