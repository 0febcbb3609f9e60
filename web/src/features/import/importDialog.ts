import { lazyComponent } from '../../ui/lazyComponent';

/** The dialog that imports boards, loaded when it is opened. */
export const ImportDialog = lazyComponent(async () => ({
  default: (await import('./ImportDialog')).ImportDialog,
}));
