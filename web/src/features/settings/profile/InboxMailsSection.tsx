import type { InboxMails } from '@twentyfour/core';
import { dispatch } from '../../../core/client';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/inbox';
import { FieldRow } from '../../../ui/FieldRow';
import { Select } from '../../../ui/Select';
import { TitledSection } from '../../../ui/TitledSection';

const choices = (): readonly { value: InboxMails; text: string }[] => [
  { value: 'instant', text: messages.mailsInstant() },
  { value: 'daily', text: messages.mailsDaily() },
  { value: 'off', text: messages.mailsOff() },
];

/** When the inbox is mailed. Not shown if the server sends no mail. */
export function InboxMailsSection() {
  const inbox_mails = useMirror(({ preferences }) => preferences.inbox_mails ?? 'daily');
  const sendsMail = useMirror(({ session }) => session.features?.mail === true);
  if (!sendsMail) return null;
  return (
    <TitledSection title={messages.mailsTitle()}>
      <FieldRow label={messages.mails()} hint={messages.mailsHint()}>
        {(ids) => (
          <Select
            label={messages.mails()}
            value={inbox_mails}
            options={choices()}
            onValueChange={(value) => dispatch({ type: 'set_preferences', update: { inbox_mails: value } })}
            {...ids}
          />
        )}
      </FieldRow>
    </TitledSection>
  );
}
