import { Link } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/sharing';
import { Button } from '../../ui/Button';
import { ErrorText } from '../../ui/ErrorText';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { LabeledSelect } from '../../ui/LabeledSelect';
import { TitledSection } from '../../ui/TitledSection';
import { LinkField } from './LinkField';
import { type InvitedRole, ROLE_HINTS, selectableRoles } from './roles';
import type { SharingChanges } from './useSharingChange';

/** The form that invites a person by email, or creates a link with the chosen role. */
export function InviteForm({ changes: { changing, done, link, refused, run, clear } }: { changes: SharingChanges }) {
  const roles = useMirror((mirror) => mirror.sharing.roles);
  const sendsMail = useMirror((mirror) => mirror.session.features?.mail ?? true);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<InvitedRole>('editor');
  const roleHint = useId();
  const isBusy = changing?.type === 'invite' || changing?.type === 'create_link';
  const rejection = refused && (refused.change.type === 'invite' || refused.change.type === 'create_link') ? refused.rejection : null;
  const isEmailInvalid = rejection?.code === 'email_invalid';
  const invited = done?.type === 'invite' ? done.email.trim() : null;

  // The field is emptied for the next person once the invitation is created.
  const [cleared, setCleared] = useState<typeof done>(null);
  if (done !== cleared) {
    setCleared(done);
    if (done?.type === 'invite') setEmail('');
  }

  const send = (event: FormEvent) => {
    event.preventDefault();
    run({ type: 'invite', email, role });
  };

  return (
    <TitledSection title={messages.inviteTitle()}>
      <form noValidate onSubmit={send} className="mt-2 flex flex-col gap-3">
        <div className="flex flex-wrap items-start gap-2">
          <Field
            label={messages.inviteEmail()}
            type="email"
            name="email"
            autoComplete="off"
            value={email}
            error={isEmailInvalid ? rejection.message : null}
            onChange={(event) => {
              setEmail(event.target.value);
              if (rejection) clear();
            }}
            className="min-w-52 flex-1"
          />
          <LabeledSelect
            label={messages.role()}
            value={role}
            options={selectableRoles(roles)}
            aria-describedby={roleHint}
            onValueChange={setRole}
            isFieldHigh
            className="w-34"
          />
        </div>
        <p id={roleHint} className="text-sm text-secondary">
          {ROLE_HINTS[role]()}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            aria-disabled={isBusy}
            aria-busy={changing?.type === 'invite'}
            className="aria-disabled:cursor-default aria-disabled:opacity-50"
          >
            {messages.inviteSubmit()}
          </Button>
          <Button
            aria-disabled={isBusy}
            aria-busy={changing?.type === 'create_link'}
            onClick={() => run({ type: 'create_link', role })}
            className="aria-disabled:cursor-default aria-disabled:opacity-50"
          >
            <Icon icon={Link} size={16} />
            {messages.createLink()}
          </Button>
        </div>
      </form>
      {rejection && !isEmailInvalid && (
        <div className="mt-3">
          <ErrorText>{rejection.message}</ErrorText>
        </div>
      )}
      {/* Always rendered, because screen readers do not announce a new live region. */}
      <p role="status" className="mt-3 text-sm text-secondary wrap-anywhere empty:hidden">
        {invited !== null && (sendsMail ? messages.inviteDone({ email: invited }) : messages.inviteNoMail({ email: invited }))}
      </p>
      {link !== null && (invited === null || !sendsMail) && <LinkField key={link} label={messages.link()} url={link} hint={messages.linkHint()} />}
    </TitledSection>
  );
}
