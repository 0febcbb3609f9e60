import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { InfoRow } from '../../ui/InfoRow';
import { TitledSection } from '../../ui/TitledSection';
import { AccountLinks } from './AccountLinks';

/** The profile of a guest: their name, links to create an account, and a button to erase their data. */
export function GuestProfile({ name }: { name: string }) {
  return (
    <div className="flex max-w-140 flex-col gap-10">
      <TitledSection title={name}>
        <p className="max-w-[68ch] text-secondary">
          You’re using Twentyfour as a guest. Your data is stored only in this browser. Create an account to keep it and use it
          on your other devices.
        </p>
        <AccountLinks />
      </TitledSection>
      <EraseDataSection />
    </div>
  );
}

/** A button that erases the guest's data. It asks for confirmation, because this cannot be undone. */
function EraseDataSection() {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <TitledSection title="Guest data">
      <InfoRow
        label="This browser"
        action={
          <Button variant="danger" onClick={() => setIsConfirming(true)}>
            <Icon icon={Trash2} size={16} />
            Erase everything
          </Button>
        }
      >
        Deletes your boards, notes, sessions and name from this browser.
      </InfoRow>
      <Dialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title="Erase everything?"
        description="This permanently deletes your boards, notes and sessions. You can’t undo it."
      >
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button
            variant="danger"
            onClick={() => {
              setIsConfirming(false);
              dispatch({ type: 'log_out', discard_unsent: true });
            }}
          >
            Erase everything
          </Button>
          <Button variant="primary" onClick={() => setIsConfirming(false)}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </TitledSection>
  );
}
