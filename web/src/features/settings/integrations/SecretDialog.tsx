import * as messages from '../../../messages/webhooks';
import { Button } from '../../../ui/Button';
import { CopyField } from '../../../ui/CopyField';
import { Dialog } from '../../../ui/Dialog';

/** Shows the secret of a webhook once, with a button to copy it. A click outside does not close it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} closesOnBackdrop={false} title={messages.secretTitle()}>
      <CopyField label={messages.secret()} value={secret} hint={messages.secretHint()} copyFailed={messages.copyFailed()} />
      <div className="mt-4 flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {messages.done()}
        </Button>
      </div>
    </Dialog>
  );
}
