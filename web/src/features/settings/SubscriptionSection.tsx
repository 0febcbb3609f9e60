import type { UserType } from '@twentyfour/core';
import { Check, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button, buttonClasses } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { PLANS } from '../plans/plans';

/** The person's plan, what it includes, and where it is paid. */
export function SubscriptionSection() {
  const plan = useMirror((mirror) => mirror.user?.user_type ?? 'basic');
  const features = useMirror((mirror) => mirror.session.features);
  // The plan may have been changed elsewhere; what the host sells comes along.
  useEffect(() => void dispatch({ type: 'load_account' }), []);
  const isUnlocked = features !== null && features.billing_portal_url === null;
  return (
    <div className="flex max-w-140 flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex items-center gap-2">
          Subscription Status{' '}
          <span className="rounded-full bg-accent px-2.5 py-0.5 text-sm font-semibold text-on-accent">Active</span>
        </p>
        <ManageBilling portal={features?.billing_portal_url ?? null} isKnown={features !== null} />
      </div>
      <ul className="grid gap-3 sm:grid-cols-2">
        {(['basic', 'pro'] satisfies UserType[]).map((type) => (
          <PlanCard key={type} type={type} isOwn={type === plan} />
        ))}
      </ul>
      {isUnlocked && <p className="text-secondary">This server sells no plans: everything is unlocked for everybody.</p>}
    </div>
  );
}

function PlanCard({ type, isOwn }: { type: UserType; isOwn: boolean }) {
  const { name, price, includes } = PLANS[type];
  return (
    <li
      aria-current={isOwn || undefined}
      className={`flex flex-col gap-3 rounded-lg bg-surface p-4 ring-inset ${isOwn ? 'ring-2 ring-accent' : 'ring-1 ring-line'}`}
    >
      <div className="flex items-baseline justify-between gap-2">
        <h3 className="text-md font-semibold">{name}</h3>
        {isOwn && <span className="text-sm font-medium text-accent-text">Your plan</span>}
      </div>
      <p className="text-secondary">
        <strong className="digits text-lg font-semibold text-primary">${price}</strong> per month
      </p>
      <ul className="flex flex-col gap-1.5">
        {includes.map((part) => (
          <li key={part} className="flex gap-2">
            <Icon of={Check} size={16} className="mt-0.5 shrink-0 text-accent-text" />
            {part}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Leads to where the host of the server has the plans paid, or says that there is no such place. */
function ManageBilling({ portal, isKnown }: { portal: string | null; isKnown: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  if (portal !== null) {
    return (
      <a href={portal} target="_blank" rel="noreferrer" className={buttonClasses()}>
        Manage Billing
        <Icon of={ExternalLink} size={16} />
        <span className="sr-only">(opens another page)</span>
      </a>
    );
  }
  const ask = () => {
    setIsOpen(true);
    if (!isKnown) dispatch({ type: 'load_account' });
  };
  return (
    <>
      <Button onClick={ask}>Manage Billing</Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={isKnown ? 'Everything is unlocked' : 'The server did not answer'}>
        <p className="text-secondary">
          {isKnown
            ? 'This server sells no plans, so there is nothing to pay and nothing that is kept from you.'
            : 'Where billing is managed is for the server to say. Check the connection, then try again.'}
        </p>
      </Dialog>
    </>
  );
}
