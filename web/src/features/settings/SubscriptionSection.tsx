import type { UserType } from '@twentyfour/core';
import { Check, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/settings';
import { useIsServerUnreachable } from '../../shell/useIsServerUnreachable';
import { Button, buttonClassName } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { Skeleton } from '../../ui/Skeleton';
import { srOnly } from '../../ui/srOnly';
import { plans, RECOMMENDED } from '../plans';

/** The account's plan and where it is paid, or that everything is included where the server sells no plans. */
export function SubscriptionSection() {
  const features = useMirror((mirror) => mirror.session.features);
  // Another device may have changed the plan. The response also contains which plans the server sells.
  useEffect(() => void dispatch({ type: 'load_account' }), []);
  return (
    <div className="flex max-w-140 flex-col gap-6">
      <div data-row={messages.billingManage()} className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex items-center gap-2">
          {messages.subscriptionStatus({ badge })}
        </p>
        <ManageBilling portal={features?.billing_portal_url ?? null} isKnown={features !== null} />
      </div>
      {features === null ? <PlanPlaceholder /> : features.billing_portal_url === null ? <AllFeatures /> : <Plans />}
    </div>
  );
}

const badge = (text: string) => (
  <span className="rounded-full bg-accent px-2.5 py-0.5 text-sm font-semibold text-on-accent">{text}</span>
);

/** Shown until it is known whether the server sells plans. */
function PlanPlaceholder() {
  const isUnreachable = useIsServerUnreachable();
  if (isUnreachable) return <p className="text-secondary">{messages.subscriptionOffline()}</p>;
  return (
    <div role="status">
      <span className="sr-only">{messages.subscriptionLoading()}</span>
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}

function AllFeatures() {
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-surface p-4 ring-1 ring-line ring-inset">
      <h3 className="text-md font-semibold">{messages.subscriptionAllIncluded()}</h3>
      <PlanFeatures of="pro" />
    </div>
  );
}

function Plans() {
  const plan = useMirror((mirror) => mirror.user?.user_type ?? 'basic');
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {(['basic', 'pro'] satisfies UserType[]).map((type) => (
        <PlanCard key={type} type={type} isOwn={type === plan} />
      ))}
    </ul>
  );
}

function PlanCard({ type, isOwn }: { type: UserType; isOwn: boolean }) {
  const { name, price } = plans()[type];
  return (
    <li
      aria-current={isOwn || undefined}
      className={`flex flex-col gap-3 rounded-lg bg-surface p-4 ring-inset ${isOwn ? 'ring-2 ring-accent' : 'ring-1 ring-line'}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-md font-semibold">{name}</h3>
        {isOwn ? (
          <span className="text-sm font-medium text-accent-text">{messages.subscriptionOwnPlan()}</span>
        ) : (
          type === RECOMMENDED && badge(messages.subscriptionRecommended())
        )}
      </div>
      <p className="text-secondary">{messages.subscriptionPrice({ price, strong: largeNumber })}</p>
      <PlanFeatures of={type} />
    </li>
  );
}

const largeNumber = (text: string) => <strong className="digits text-lg font-semibold text-primary">{text}</strong>;

function PlanFeatures({ of: type }: { of: UserType }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {plans()[type].includes.map((part) => (
        <li key={part} className="flex gap-2">
          <Icon icon={Check} size={16} className="mt-0.5 shrink-0 text-accent-text" />
          {part}
        </li>
      ))}
    </ul>
  );
}

/** A link to the billing portal, or an explanation that there is nothing to pay. */
function ManageBilling({ portal, isKnown }: { portal: string | null; isKnown: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  if (portal !== null) {
    return (
      <a href={portal} target="_blank" rel="noreferrer" className={buttonClassName()}>
        {messages.billingManageNewTab({ srOnly })}
        <Icon icon={ExternalLink} size={16} />
      </a>
    );
  }
  const openBilling = () => {
    setIsOpen(true);
    if (!isKnown) dispatch({ type: 'load_account' });
  };
  return (
    <>
      <Button onClick={openBilling}>{messages.billingManage()}</Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={isKnown ? messages.billingUnavailable() : messages.billingUnreachable()}
      >
        <p className="text-secondary">
          {isKnown ? messages.billingUnavailableDetails() : common.checkConnection()}
        </p>
      </Dialog>
    </>
  );
}
