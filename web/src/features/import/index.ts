export { ImportDialog } from './importDialog';
