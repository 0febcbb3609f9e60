import { useState } from 'react';
import * as common from '../../../messages/common';
import { Button } from '../../../ui/Button';
import { Dialog, type DialogProps } from '../../../ui/Dialog';
import { ErrorText } from '../../../ui/ErrorText';

interface ConfirmDialogProps extends Pick<DialogProps, 'title' | 'getCloseFocusTarget'> {
  details: string;
  submit: string;
  isDanger?: boolean;
  onClose: () => void;
  /** Sends the change. Returns the text of the error; null if it was accepted. */
  onConfirm: () => Promise<string | null>;
}

/** Asks for confirmation of a change, and shows why it was refused. */
export function ConfirmDialog({ details, submit, isDanger = false, onConfirm, ...dialog }: ConfirmDialogProps) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setError(await onConfirm());
    setIsBusy(false);
  };
  return (
    <Dialog open description={details} {...dialog}>
      {error !== null && <ErrorText>{error}</ErrorText>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={dialog.onClose}>
          {common.cancel()}
        </Button>
        {/* Not disabled while it is busy, because it would lose the focus, which a dialog that follows returns. */}
        <Button variant={isDanger ? 'danger' : 'primary'} aria-busy={isBusy} onClick={() => void confirm()}>
          {submit}
        </Button>
      </div>
    </Dialog>
  );
}
