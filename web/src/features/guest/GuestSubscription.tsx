import { TitledSection } from '../../ui/TitledSection';
import { AccountLinks } from './AccountLinks';

/** The subscription section for guests, who have no plan and nothing to pay. */
export function GuestSubscription() {
  return (
    <div className="max-w-140">
      <TitledSection title="No subscription">
        <p className="max-w-[68ch] text-secondary">
          You’re using Twentyfour as a guest, so there’s nothing to pay. Sign up to choose a plan. Your data moves with you.
        </p>
        <AccountLinks />
      </TitledSection>
    </div>
  );
}
