import { useSearchParams } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/auth';
import { GoogleButton } from './GoogleButton';
import { InfoBox, waitlistLink } from './notices';

/**
 * What depends on the server's features: Google login, or a notice that signing up needs an invitation. It is last in the
 * panel, because nothing may move when the features have loaded.
 */
export function ServerOptions({ mode }: { mode: 'login' | 'signup' }) {
  const features = useMirror(({ session }) => session.features);
  const isInvitedToBoard = useMirror(({ session }) => session.hasInvitation);
  const [query] = useSearchParams();
  const invitation = query.get('invitation') || null;
  if (!features) return null;
  // The core signs up with the invitation to a board, unless there is another one. Google login can also create accounts.
  if (mode === 'signup' && features.invitation_only && invitation === null && !isInvitedToBoard) {
    return (
      <div className="mt-4 animate-fade">
        <InfoBox>{messages.invitationNeeded({ link: waitlistLink })}</InfoBox>
      </div>
    );
  }
  return features.google && <GoogleButton invitation={invitation} />;
}
