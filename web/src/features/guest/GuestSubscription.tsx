import * as messages from '../../messages/guest_settings';
import { TitledSection } from '../../ui/TitledSection';
import { AccountLinks } from './AccountLinks';

/** The subscription section for guests, who have no plan and nothing to pay. */
export function GuestSubscription() {
  return (
    <div className="max-w-140">
      <TitledSection title={messages.subscriptionTitle()}>
        <p className="max-w-[68ch] text-secondary">{messages.subscriptionDetails()}</p>
        <AccountLinks />
      </TitledSection>
    </div>
  );
}
