import { lazyComponent } from '../../ui/lazyComponent';

/** The dialog that copies a board, loaded when it is opened. */
export const DuplicateBoardDialog = lazyComponent(async () => ({
  default: (await import('./DuplicateBoardDialog')).DuplicateBoardDialog,
}));
