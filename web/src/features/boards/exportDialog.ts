import { lazyComponent } from '../../ui/lazyComponent';

/** The dialog that exports a board, loaded when it is opened. */
export const ExportBoardDialog = lazyComponent(async () => ({
  default: (await import('./ExportBoardDialog')).ExportBoardDialog,
}));
