import type { Webhook, WebhookDisabled, WebhookRequest } from '@twentyfour/core';
import { EllipsisVertical, History, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import * as common from '../../../messages/common';
import * as messages from '../../../messages/webhooks';
import { Button } from '../../../ui/Button';
import { ErrorText } from '../../../ui/ErrorText';
import { IconButton } from '../../../ui/IconButton';
import { Icon } from '../../../ui/Icon';
import { lazyComponent } from '../../../ui/lazyComponent';
import { Menu, MenuItem } from '../../../ui/Menu';
import { RowsSkeleton } from '../../../ui/RowsSkeleton';
import { Switch } from '../../../ui/Switch';
import { TitledSection } from '../../../ui/TitledSection';
import type { ChangeError } from './changeError';
import { ConfirmDialog } from './ConfirmDialog';
import { SecretDialog } from './SecretDialog';
import { type ChangeOutcome, hostOf, useWebhooks } from './useWebhooks';
import { WebhookDialog } from './WebhookDialog';

const DeliveriesDialog = lazyComponent(() => import('./DeliveriesDialog'));

/** The maximum number of webhooks of an account. */
const MAX_WEBHOOKS = 20;

const OFF_REASONS: Readonly<Record<WebhookDisabled, (() => string) | null>> = {
  by_owner: null,
  failing: messages.offFailing,
  gone: messages.offGone,
  logins_ended: messages.offLoginsEnded,
};

/** The dialog that is open, and the webhook that it is about; null for a new one. */
interface OpenDialog {
  kind: 'edit' | 'rotate' | 'turn_on' | 'delete' | 'deliveries';
  webhook: Webhook | null;
}

/** The webhooks of the account: where it sends events. */
export default function WebhooksSection() {
  const webhooks = useWebhooks();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(null);
  const open = (kind: OpenDialog['kind'], webhook: Webhook) => {
    // The dialog returns the focus to what had it before.
    document.getElementById(optionsOf(webhook))?.focus();
    setDialog({ kind, webhook });
  };
  /** Closes the dialog and shows the new secret if the change was accepted. Returns the error. */
  const finish = ({ error: refused, secret: made }: ChangeOutcome): ChangeError | null => {
    if (refused !== undefined) return refused;
    setDialog(null);
    setSecret(made ?? null);
    return null;
  };
  const turn = (webhook: Webhook, is_enabled: boolean, password = '') => {
    const { url, events, board_ids } = webhook;
    return webhooks.save(webhook.id, { url, events, board_ids, is_enabled, password });
  };
  const toggle = async (webhook: Webhook, isOn: boolean) => {
    // Another user may have added it before the logins ended.
    if (isOn && webhook.disabled === 'logins_ended') return setDialog({ kind: 'turn_on', webhook });
    const { error: refused } = await turn(webhook, isOn);
    setError(refused?.message ?? null);
  };
  const about = dialog?.webhook ?? null;
  return (
    <TitledSection title={messages.title()}>
      <p className="text-secondary">{messages.intro()}</p>
      {webhooks.hasFailed ? (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <ErrorText>{messages.loadFailed()}</ErrorText>
          <Button onClick={webhooks.reload}>{common.tryAgain()}</Button>
        </div>
      ) : webhooks.list === null ? (
        <RowsSkeleton label={messages.loading()} rows={2} rowClassName="h-14" iconClassName="h-6 w-10 rounded-full" />
      ) : (
        <>
          <ul>
            {webhooks.list.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onTurn={(isOn) => void toggle(webhook, isOn)}
                onOpen={(kind) => open(kind, webhook)}
              />
            ))}
          </ul>
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <Button
              ref={addButton}
              disabled={webhooks.list.length >= MAX_WEBHOOKS}
              onClick={() => setDialog({ kind: 'edit', webhook: null })}
            >
              {messages.add()}
            </Button>
            {error !== null && <ErrorText>{error}</ErrorText>}
          </div>
        </>
      )}
      {dialog?.kind === 'edit' && (
        <WebhookDialog
          webhook={about}
          onClose={close}
          onSave={async (request: WebhookRequest) => finish(await webhooks.save(about?.id ?? null, request))}
        />
      )}
      {dialog?.kind === 'deliveries' && about && <DeliveriesDialog webhook={about} onClose={close} />}
      {dialog?.kind === 'rotate' && about && (
        <ConfirmDialog
          title={messages.rotateTitle()}
          details={messages.rotateDetails()}
          submit={messages.rotate()}
          needsPassword
          onClose={close}
          onConfirm={async (password) => finish(await webhooks.rotateSecret(about.id, password))}
        />
      )}
      {dialog?.kind === 'turn_on' && about && (
        <ConfirmDialog
          title={messages.turnOnTitle({ host: hostOf(about.url) })}
          details={messages.turnOnDetails({ url: about.url })}
          submit={messages.turnOn()}
          needsPassword
          onClose={close}
          onConfirm={async (password) => finish(await turn(about, true, password))}
        />
      )}
      {dialog?.kind === 'delete' && about && (
        <ConfirmDialog
          title={messages.deleteTitle({ host: hostOf(about.url) })}
          details={messages.deleteDetails()}
          submit={common.deleteAction()}
          isDanger
          onClose={close}
          onConfirm={async () => finish(await webhooks.remove(about.id))}
          // The button of the menu was removed with its row, unless the webhook still exists.
          getCloseFocusTarget={() => document.getElementById(optionsOf(about)) ?? addButton.current}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </TitledSection>
  );
}

/** Returns the id of the button that opens the menu of a webhook. */
const optionsOf = (webhook: Webhook) => `options-${webhook.id}`;

interface WebhookRowProps {
  webhook: Webhook;
  onTurn: (isOn: boolean) => void;
  onOpen: (kind: OpenDialog['kind']) => void;
}

function WebhookRow({ webhook, onTurn, onOpen }: WebhookRowProps) {
  const { url, events, board_ids, disabled } = webhook;
  const host = hostOf(url);
  const reason = disabled === null ? null : OFF_REASONS[disabled];
  const boards = board_ids === null ? messages.allBoards() : messages.boardCount({ count: board_ids.length });
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={url}>
          {host}
        </p>
        <p className="text-sm text-secondary">
          {messages.eventCount({ count: events.length })} · {boards}
        </p>
        {reason && <p className="text-sm text-danger">{reason()}</p>}
      </div>
      <Switch isOn={disabled === null} onChange={onTurn} aria-label={messages.sendTo({ host })} />
      <Menu
        trigger={
          <IconButton id={optionsOf(webhook)} label={common.optionsFor({ name: host })}>
            <Icon icon={EllipsisVertical} size={18} />
          </IconButton>
        }
      >
        <MenuItem icon={Pencil} movesFocus onSelect={() => onOpen('edit')}>
          {common.edit()}
        </MenuItem>
        <MenuItem icon={History} movesFocus onSelect={() => onOpen('deliveries')}>
          {messages.deliveries()}
        </MenuItem>
        <MenuItem icon={KeyRound} movesFocus onSelect={() => onOpen('rotate')}>
          {messages.rotate()}
        </MenuItem>
        <MenuItem icon={Trash2} isDanger movesFocus onSelect={() => onOpen('delete')}>
          {common.deleteAction()}
        </MenuItem>
      </Menu>
    </li>
  );
}
