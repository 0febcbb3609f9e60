import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/sharing';
import { Button } from '../../ui/Button';
import { TitledSection } from '../../ui/TitledSection';
import { ChangeError } from './ChangeError';
import { LinkField } from './LinkField';
import type { ChangeToConfirm, SharingChanges } from './useSharingChange';

interface PublicLinkProps {
  changes: SharingChanges;
  onConfirm: (change: ChangeToConfirm) => void;
}

/** The link at which anybody may read the board, and the button that turns it on or off. Shown once it is known. */
export function PublicLink({ changes, onConfirm }: PublicLinkProps) {
  const { status, public_link } = useMirror((mirror) => mirror.sharing);
  const { changing, run } = changes;
  // The invitations are loaded with the link and show the loading status and the error of both.
  if (status !== 'ready') return null;
  const isBusy = changing?.type === 'turn_on_public_link' || changing?.type === 'turn_off_public_link';
  const turnOff = () =>
    onConfirm({
      change: { type: 'turn_off_public_link' },
      title: messages.publicLinkOffTitle(),
      details: messages.publicLinkOffDetails(),
      submit: messages.publicLinkTurnOff(),
      isDanger: true,
    });
  return (
    <TitledSection title={messages.publicLinkTitle()}>
      {public_link === null ? (
        <p className="text-secondary">{messages.publicLinkText()}</p>
      ) : (
        <LinkField key={public_link} label={messages.publicLink()} url={public_link} hint={messages.publicLinkHint()} />
      )}
      {/* One button for both, so that it keeps the focus. */}
      <Button
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={public_link === null ? () => run({ type: 'turn_on_public_link' }) : turnOff}
        className="mt-3 aria-disabled:cursor-default aria-disabled:opacity-50"
      >
        {public_link === null ? messages.publicLinkTurnOn() : messages.publicLinkTurnOff()}
      </Button>
      <ChangeError changes={changes} types={['turn_on_public_link', 'turn_off_public_link']} />
    </TitledSection>
  );
}
