import { CloudOff, LogOut } from 'lucide-react';
import { useEffect } from 'react';
import { dispatch } from '../../../core/client';
import { useMirror } from '../../../core/hooks';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { LoadFailure } from '../../shell/LoadFailure';
import { useLogOut } from '../../shell/useLogOut';
import { Group } from '../Group';
import { DeleteSection } from './DeleteSection';
import { EmailRow } from './EmailRow';
import { ExportRow } from './ExportRow';
import { LoginsSection } from './LoginsSection';
import { NameForm } from './NameForm';
import { PasswordRow } from './PasswordRow';
import { ProfileRow } from './ProfileRow';
import { ProfileSkeleton } from './ProfileSkeleton';

const load = () => dispatch({ type: 'load_account' });

/** Who one is here, how one gets in, and how one leaves. */
export function ProfileSection() {
  const user = useMirror((mirror) => mirror.user);
  const status = useMirror((mirror) => mirror.account.status);
  const account = useMirror((mirror) => mirror.account.account);
  const isOffline = useMirror((mirror) => mirror.sync.send_failure === 'offline');
  useEffect(() => void load(), []);

  return (
    <div className="flex max-w-140 flex-col gap-10">
      {isOffline && account && (
        <p role="status" className="flex items-center gap-3 rounded-lg bg-sunken p-4 text-secondary ring-1 ring-line ring-inset">
          <Icon of={CloudOff} className="shrink-0" />
          You’re offline. Connect to edit your profile.
        </p>
      )}
      {user && <NameForm key={user.id} user={user} />}
      {user && account ? (
        <>
          <Group title="Login">
            <EmailRow user={user} account={account} />
            <PasswordRow user={user} account={account} />
            {account.has_google && (
              <ProfileRow label="Google" action={null}>
                You can log in with this email’s Google account.
              </ProfileRow>
            )}
          </Group>
          <LoginsSection account={account} />
          <Group title="Your data">
            <ExportRow />
          </Group>
        </>
      ) : status === 'failed' ? (
        <LoadFailure
          away="Connect to see the rest of your profile."
          failed="Couldn’t load the rest of your profile."
          onRetry={load}
        />
      ) : (
        <ProfileSkeleton />
      )}
      <LogOutGroup />
      {account && <DeleteSection account={account} />}
    </div>
  );
}

/** The way out of this browser. It works also where nothing else does. */
function LogOutGroup() {
  const { logOut, question } = useLogOut();
  return (
    <Group title="Log out">
      <ProfileRow
        label="This browser"
        action={
          <Button look="danger" onClick={logOut}>
            <Icon of={LogOut} size={16} />
            Log Out
          </Button>
        }
      >
        Removes your account and its data from this browser.
      </ProfileRow>
      {question}
    </Group>
  );
}
