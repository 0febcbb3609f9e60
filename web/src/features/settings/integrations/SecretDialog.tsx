import { useState } from 'react';
import * as common from '../../../messages/common';
import * as messages from '../../../messages/webhooks';
import { copyText } from '../../../platform/clipboard';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';

/** Shows the secret of a webhook once, with a button to copy it. A click outside does not close it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => setCopied(await copyText(secret));
  return (
    <Dialog open onClose={onClose} closesOnBackdrop={false} title={messages.secretTitle()}>
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label={messages.secret()}
          value={secret}
          readOnly
          onFocus={(event) => event.target.select()}
          hint={messages.secretHint()}
          error={copied === false ? messages.copyFailed() : null}
          className="min-w-52 flex-1"
        />
        <Button className="mt-6.5 h-10 coarse:h-11" onClick={() => void copy()}>
          {copied ? common.copied() : common.copy()}
        </Button>
      </div>
      <div className="mt-4 flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {messages.done()}
        </Button>
      </div>
    </Dialog>
  );
}
