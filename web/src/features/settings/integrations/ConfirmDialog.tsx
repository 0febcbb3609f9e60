import { useState } from 'react';
import * as common from '../../../messages/common';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { ErrorText } from '../../../ui/ErrorText';

interface ConfirmDialogProps {
  title: string;
  details: string;
  submit: string;
  isDanger?: boolean;
  onClose: () => void;
  /** Sends the change. Returns the text of the error; null if it was accepted. */
  onConfirm: () => Promise<string | null>;
}

/** Asks for confirmation of a change, and shows why it was refused. */
export function ConfirmDialog({ title, details, submit, isDanger = false, onClose, onConfirm }: ConfirmDialogProps) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    setError(await onConfirm());
    setIsBusy(false);
  };
  return (
    <Dialog open onClose={onClose} title={title} description={details}>
      {error !== null && <ErrorText>{error}</ErrorText>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {common.cancel()}
        </Button>
        <Button variant={isDanger ? 'danger' : 'primary'} disabled={isBusy} aria-busy={isBusy} onClick={() => void confirm()}>
          {submit}
        </Button>
      </div>
    </Dialog>
  );
}
