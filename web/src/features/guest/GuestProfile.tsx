import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { Group } from '../settings/Group';
import { ProfileRow } from '../settings/profile/ProfileRow';
import { AccountLinks } from './AccountLinks';

/** Who a guest is here, how they keep what they have made, and how they take it away. */
export function GuestProfile({ name }: { name: string }) {
  return (
    <div className="flex max-w-140 flex-col gap-10">
      <Group title={name}>
        <p className="max-w-[68ch] text-secondary">
          You are here as a guest: what you make is kept in this browser and nowhere else. With an account all of it comes along, is
          kept for good, and is there on your other devices.
        </p>
        <AccountLinks />
      </Group>
      <EraseGroup />
    </div>
  );
}

/** The way out for a guest. It cannot be undone, so it asks. */
function EraseGroup() {
  const [asks, setAsks] = useState(false);
  return (
    <Group title="Leave">
      <ProfileRow
        label="This browser"
        action={
          <Button look="danger" onClick={() => setAsks(true)}>
            <Icon of={Trash2} size={16} />
            Erase everything
          </Button>
        }
      >
        Takes your boards, notes, sessions and your name out of it.
      </ProfileRow>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Erase everything?"
        description="Your boards, notes and sessions are in this browser alone. Erased, they are gone for good."
      >
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button
            look="danger"
            onClick={() => {
              setAsks(false);
              dispatch({ type: 'log_out', discard_unsent: true });
            }}
          >
            Erase everything
          </Button>
          <Button look="primary" onClick={() => setAsks(false)}>
            Stay
          </Button>
        </div>
      </Dialog>
    </Group>
  );
}
