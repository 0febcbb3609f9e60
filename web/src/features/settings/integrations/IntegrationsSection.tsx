import { useEffect } from 'react';
import { dispatch } from '../../../core/client';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/integrations';
import { TitledSection } from '../../../ui/TitledSection';
import { AccountLinks } from '../../guest';
import { ApiTokens } from './ApiTokens';
import CalendarSection from './CalendarSection';
import WebhooksSection from './WebhooksSection';

/** The Integrations section: what programs outside the app may do with the account. Guests have none. */
export default function IntegrationsSection() {
  const isGuest = useMirror((mirror) => mirror.session.guest !== null);
  // Tokens and webhooks can be limited to boards.
  useEffect(() => void dispatch({ type: 'load_boards' }), []);
  return (
    // What follows a section that is still loading is invisible, because it would move when that has loaded.
    <div className="flex max-w-140 flex-col gap-10 [&>:has(.animate-skeleton)~section]:invisible">
      {isGuest ? (
        <TitledSection title={messages.guestTitle()}>
          <p className="max-w-[68ch] text-secondary">{messages.guestDetails()}</p>
          <AccountLinks />
        </TitledSection>
      ) : (
        <>
          <CalendarSection />
          <ApiTokens />
          <WebhooksSection />
        </>
      )}
    </div>
  );
}
