import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import * as common from '../../messages/common';
import * as messages from '../../messages/guest_settings';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { InfoRow } from '../../ui/InfoRow';
import { TitledSection } from '../../ui/TitledSection';
import { AccountLinks } from './AccountLinks';

/** The profile of a guest: their name, links to create an account, and a button to delete their data. */
export function GuestProfile({ name }: { name: string }) {
  return (
    <div className="flex max-w-140 flex-col gap-10">
      <TitledSection title={name}>
        <p className="max-w-[68ch] text-secondary">{messages.profileDetails()}</p>
        <AccountLinks />
      </TitledSection>
      <DeleteDataSection />
    </div>
  );
}

/** A button that deletes the guest's data. It asks for confirmation, because this cannot be undone. */
function DeleteDataSection() {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <TitledSection title={messages.dataTitle()}>
      <InfoRow
        label={messages.dataThisBrowser()}
        action={
          <Button variant="danger" onClick={() => setIsConfirming(true)}>
            <Icon icon={Trash2} size={16} />
            {messages.dataDelete()}
          </Button>
        }
      >
        {messages.dataDetails()}
      </InfoRow>
      <Dialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={messages.dataDeleteTitle()}
        description={messages.dataDeleteDetails()}
      >
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={() => setIsConfirming(false)}>
            {common.cancel()}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setIsConfirming(false);
              dispatch({ type: 'log_out', discard_unsent: true });
            }}
          >
            {messages.dataDelete()}
          </Button>
        </div>
      </Dialog>
    </TitledSection>
  );
}
