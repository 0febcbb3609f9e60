import type { Webhook, WebhookEvent, WebhookRequest } from '@twentyfour/core';
import { type SyntheticEvent, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import * as common from '../../../messages/common';
import * as messages from '../../../messages/webhooks';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { ErrorText } from '../../../ui/ErrorText';
import { Field } from '../../../ui/Field';
import { useFocusInvalidField } from '../../../ui/focus';
import { MultiSelectMenu } from '../../../ui/MultiSelectMenu';
import { type ChangeError, isPasswordError, urlErrorOf } from './changeError';
import { CurrentPasswordField } from './CurrentPasswordField';
import { WEBHOOK_EVENTS } from './useWebhooks';

/** The events of a new webhook. */
const DEFAULT_EVENTS: readonly WebhookEvent[] = ['card.created', 'card.completed'];

interface WebhookDialogProps {
  /** The webhook to change; null for a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  /** Sends the webhook. Returns why it was refused; null if it was accepted. */
  onSave: (request: WebhookRequest) => Promise<ChangeError | null>;
}

/** The address, the events and the boards of a webhook. */
export function WebhookDialog({ webhook, onClose, onSave }: WebhookDialogProps) {
  const boards = useMirror((mirror) => mirror.boards);
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? DEFAULT_EVENTS);
  const [boardIds, setBoardIds] = useState<readonly string[]>(webhook?.board_ids ?? []);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<ChangeError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useFocusInvalidField(error);
  const urlError = urlErrorOf(error);
  // Listed, so that they can be removed: boards that were deleted, or that the user has left.
  const unavailable = (webhook?.board_ids ?? []).filter((id) => !boards.some((board) => board.id === id));
  const needsPassword = webhook === null || url.trim() !== webhook.url;
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (events.length === 0) return setError({ code: null, message: messages.eventsRequired() });
    setIsBusy(true);
    const board_ids = boardIds.length === 0 ? null : [...boardIds];
    const is_enabled = webhook === null || webhook.disabled === null;
    setError(await onSave({ url, events: [...events], board_ids, is_enabled, password }));
    setIsBusy(false);
  };
  return (
    <Dialog open onClose={onClose} title={webhook === null ? messages.add() : messages.editTitle()}>
      <form ref={form} className="flex flex-col gap-4" noValidate onSubmit={(event) => void save(event)}>
        <Field
          label={messages.url()}
          value={url}
          type="text"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2_000}
          hint={messages.urlHint()}
          error={urlError}
          onChange={(event) => {
            setUrl(event.target.value);
            if (urlError !== null) setError(null);
          }}
        />
        <div className="flex flex-wrap items-center gap-2">
          <MultiSelectMenu
            label={messages.events()}
            options={WEBHOOK_EVENTS.map((value) => ({ value, content: value }))}
            chosen={events}
            onValueChange={setEvents}
          />
          <MultiSelectMenu
            label={common.boards()}
            options={[
              ...boards.map(({ id, name }) => ({ value: id, content: name })),
              ...unavailable.map((id) => ({ value: id, content: messages.boardUnavailable() })),
            ]}
            chosen={boardIds}
            onValueChange={setBoardIds}
            empty={messages.boardsEmpty()}
          />
          <p className="text-sm text-secondary">{messages.boardsHint()}</p>
        </div>
        {needsPassword && (
          <CurrentPasswordField
            value={password}
            error={error}
            onValueChange={(value) => {
              setPassword(value);
              setError(null);
            }}
          />
        )}
        {error !== null && urlError === null && !(needsPassword && isPasswordError(error)) && <ErrorText>{error.message}</ErrorText>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {common.cancel()}
          </Button>
          <Button type="submit" variant="primary" aria-busy={isBusy}>
            {common.save()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
