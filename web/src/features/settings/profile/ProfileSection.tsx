import { CloudOff, LogOut } from 'lucide-react';
import { useEffect } from 'react';
import { dispatch } from '../../../core/client';
import { useMirror } from '../../../core/hooks';
import * as common from '../../../messages/common';
import * as messages from '../../../messages/settings_profile';
import { LoadError } from '../../../shell/LoadError';
import { useLogOut } from '../../../shell/useLogOut';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { InfoRow } from '../../../ui/InfoRow';
import { TitledSection } from '../../../ui/TitledSection';
import { AvatarForm } from './AvatarForm';
import { DeleteSection } from './DeleteSection';
import { DevicesSection } from './DevicesSection';
import { EmailRow } from './EmailRow';
import { ExportRow } from './ExportRow';
import { InboxMailsSection } from './InboxMailsSection';
import { NameForm } from './NameForm';
import { PasswordRow } from './PasswordRow';
import { ProfileSkeleton } from './ProfileSkeleton';
import { UsageSection } from './UsageSection';

const load = () => dispatch({ type: 'load_account' });

/** The Profile section: picture, name, email, password, devices, export, log-out and deletion. */
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
          <Icon icon={CloudOff} className="shrink-0" />
          {messages.offline()}
        </p>
      )}
      {user && <AvatarForm key={`${user.id}/picture`} user={user} />}
      {user && <NameForm key={user.id} user={user} />}
      {user && account ? (
        <>
          <TitledSection title={messages.loginTitle()}>
            <EmailRow user={user} account={account} />
            <PasswordRow user={user} account={account} />
            {account.has_google && (
              <InfoRow label={messages.google()} action={null}>
                {messages.googleDetails()}
              </InfoRow>
            )}
          </TitledSection>
          <DevicesSection account={account} />
          <InboxMailsSection />
          <TitledSection title={messages.dataTitle()}>
            <ExportRow />
          </TitledSection>
          <UsageSection usage={account.usage} />
        </>
      ) : status === 'failed' ? (
        <LoadError offlineText={messages.loadOffline()} errorText={messages.loadFailed()} onRetry={load} />
      ) : (
        // Another one when the picture and the name are known: it does not move, but is replaced by them.
        <ProfileSkeleton key={`${user?.id}/skeleton`} />
      )}
      <LogOutSection />
      {account && <DeleteSection account={account} />}
    </div>
  );
}

/** The section that logs out on this device. It works even when nothing else does. */
function LogOutSection() {
  const { logOut, confirmDialog } = useLogOut();
  return (
    <TitledSection title={messages.logOutTitle()}>
      <InfoRow
        label={messages.logOutThisDevice()}
        action={
          <Button variant="danger" onClick={logOut}>
            <Icon icon={LogOut} size={16} />
            {common.logOut()}
          </Button>
        }
      >
        {messages.logOutDetails()}
      </InfoRow>
      {confirmDialog}
    </TitledSection>
  );
}
