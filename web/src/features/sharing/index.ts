export { ShareButton } from './ShareButton';
export { ShareDialog } from './ShareDialog';
