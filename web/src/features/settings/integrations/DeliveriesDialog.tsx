import type { Webhook, WebhookAttempt, WebhookDelivery, WebhookError } from '@twentyfour/core';
import { useState } from 'react';
import { useTimeFormat } from '../../../core/hooks';
import * as common from '../../../messages/common';
import * as integrations from '../../../messages/integrations';
import * as messages from '../../../messages/webhooks';
import { formatTimestamp } from '../../../platform/format/times';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { ErrorText } from '../../../ui/ErrorText';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { hostOf, useDeliveries } from './useWebhooks';

const ERROR_TEXTS: Readonly<Record<WebhookError, (values: { time: string }) => string>> = {
  not_public: messages.attemptNotPublic,
  timed_out: messages.attemptTimedOut,
  unreachable: messages.attemptUnreachable,
};

/** The latest events of a webhook, with their attempts and a button to send each again. */
export default function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const deliveries = useDeliveries(webhook.id);
  const format = useTimeFormat();
  const { dropped_at } = webhook;
  return (
    <Dialog open onClose={onClose} title={messages.deliveriesTitle({ host: hostOf(webhook.url) })} description={messages.deliveriesHint()} isTopFixed>
      {deliveries.hasFailed && (
        <div className="flex flex-wrap items-center gap-3">
          <ErrorText>{integrations.noResponse()}</ErrorText>
          <Button onClick={deliveries.reload}>{common.tryAgain()}</Button>
        </div>
      )}
      {deliveries.list === null && !deliveries.hasFailed && (
        <RowsSkeleton label={messages.loading()} rowClassName="h-14" iconClassName="size-5 rounded-sm" />
      )}
      {dropped_at !== null && (
        <p className="mb-2 text-sm text-danger">{messages.deliveriesDropped({ time: formatTimestamp(dropped_at, format, 'sentence') })}</p>
      )}
      {deliveries.list?.length === 0 && <p className="text-secondary">{messages.deliveriesEmpty()}</p>}
      <ul>
        {deliveries.list?.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onSendAgain={deliveries.sendAgain} />
        ))}
      </ul>
    </Dialog>
  );
}

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  onSendAgain: (id: string) => Promise<string | null>;
}

function DeliveryRow({ delivery: { id, event, created_at, state, next_attempt_at, attempts, response }, onSendAgain }: DeliveryRowProps) {
  const format = useTimeFormat();
  const [error, setError] = useState<string | null>(null);
  const time = formatTimestamp(created_at, format);
  const stateText = {
    delivered: messages.delivered(),
    failed: messages.failed(),
    waiting: messages.waiting({ time: formatTimestamp(next_attempt_at ?? created_at, format, 'sentence') }),
  }[state];
  return (
    <li className="border-b border-line py-2.5">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{event}</p>
          <p className="text-sm text-secondary">
            {time} · <span className={state === 'failed' ? 'text-danger' : undefined}>{stateText}</span>
          </p>
        </div>
        <Button aria-label={messages.sendAgainLabel({ event })} onClick={() => void onSendAgain(id).then(setError)}>
          {messages.sendAgain()}
        </Button>
      </div>
      {error !== null && <ErrorText>{error}</ErrorText>}
      <ul className="text-sm text-secondary">
        {attempts.map((attempt) => (
          <li key={attempt.at}>{attemptText(attempt, formatTimestamp(attempt.at, format))}</li>
        ))}
      </ul>
      {response !== null && response !== '' && (
        <details className="text-sm">
          <summary className="cursor-pointer text-secondary">{messages.response()}</summary>
          <pre dir="auto" className="mt-1 max-h-40 overflow-auto rounded-md bg-sunken p-2 break-all whitespace-pre-wrap">
            {response}
          </pre>
        </details>
      )}
    </li>
  );
}

function attemptText({ status, error }: WebhookAttempt, time: string): string {
  return error === null ? messages.attemptStatus({ time, status: String(status) }) : ERROR_TEXTS[error]({ time });
}
