export { CoreGate as default } from '../features/layout/CoreGate';
