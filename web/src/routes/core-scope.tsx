export { CoreGate as default } from '../features/shell/CoreGate';
