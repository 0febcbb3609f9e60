import type { ApiToken } from '@twentyfour/core';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useMirror, useTimeFormat } from '../../../core/hooks';
import * as messages from '../../../messages/api_tokens';
import { formatTimestamp } from '../../../platform/format/times';
import { LoadError } from '../../../shell/LoadError';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { Skeleton } from '../../../ui/Skeleton';
import { ConfirmDialog } from './ConfirmDialog';
import { CreateTokenDialog } from './CreateTokenDialog';
import { useApiTokens } from './useApiTokens';

/** The API tokens of the account, with buttons to create and revoke them. */
export function ApiTokens() {
  const { tokens, hasFailed, reload, create, revoke } = useApiTokens();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const [done, setDone] = useState('');
  const confirmRevoke = async ({ id }: ApiToken) => {
    const { error } = await revoke(id);
    if (error) return error;
    setRevoking(null);
    setDone(messages.revoked());
    return null;
  };
  return (
    <section aria-labelledby="api-tokens" data-row={messages.title()}>
      <h3 ref={heading} id="api-tokens" tabIndex={-1} className="mb-1 rounded-sm text-md font-semibold">
        {messages.title()}
      </h3>
      <p className="mb-3 text-secondary">{messages.intro()}</p>
      {tokens === null ? (
        <Loading hasFailed={hasFailed} onRetry={reload} />
      ) : (
        <>
          {tokens.length === 0 && <p className="mb-3 text-secondary">{messages.empty()}</p>}
          <ul className="mb-3">
            {tokens.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                onRevoke={() => {
                  setDone('');
                  setRevoking(token);
                }}
              />
            ))}
          </ul>
          <Button
            onClick={() => {
              setDone('');
              setIsCreating(true);
            }}
          >
            <Icon icon={Plus} size={16} />
            {messages.create()}
          </Button>
        </>
      )}
      {/* Always rendered, because screen readers do not announce a new live region. */}
      <p role="status" className="mt-2 -mb-7 min-h-5 text-sm text-secondary">
        {done}
      </p>
      {isCreating && <CreateTokenDialog create={create} onClose={() => setIsCreating(false)} />}
      {revoking && (
        <ConfirmDialog
          title={messages.revokeTitle({ name: revoking.name })}
          details={messages.revokeDetails()}
          submit={messages.revoke()}
          isDanger
          onClose={() => setRevoking(null)}
          onConfirm={() => confirmRevoke(revoking)}
          // The pressed button was removed with its row, unless the token still exists.
          getCloseFocusTarget={() => document.getElementById(buttonOf(revoking)) ?? heading.current}
        />
      )}
    </section>
  );
}

function Loading({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  if (hasFailed) return <LoadError offlineText={messages.offline()} errorText={messages.loadFailed()} onRetry={onRetry} />;
  return (
    <div role="status">
      <span className="sr-only">{messages.loading()}</span>
      <Skeleton className="h-24 rounded-lg" />
    </div>
  );
}

/** Returns the id of the button that revokes a token. */
const buttonOf = (token: ApiToken) => `revoke-${token.id}`;

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const format = useTimeFormat();
  const time = (moment: string) => formatTimestamp(moment, format, 'sentence');
  const { name, last_characters, created_at, last_used_at, expires_at } = token;
  const dates = [
    messages.created({ time: time(created_at) }),
    last_used_at === null ? messages.neverUsed() : messages.lastUsed({ time: time(last_used_at) }),
    messages.expires({ time: time(expires_at) }),
  ];
  return (
    <li className="flex min-h-14 items-start gap-3 border-b border-line py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <span dir="auto" className="truncate font-medium" title={name}>
            {name}
          </span>
          <code dir="ltr" className="shrink-0 text-sm text-secondary">
            tf_…{last_characters}
          </code>
        </p>
        <p className="text-sm wrap-anywhere text-secondary">
          <Limits token={token} />
        </p>
        <p className="text-sm text-secondary">{dates.join(' · ')}</p>
      </div>
      <Button id={buttonOf(token)} aria-label={messages.revokeLabel({ name })} onClick={onRevoke}>
        {messages.revoke()}
      </Button>
    </li>
  );
}

/** What a token may do, and on which boards. */
function Limits({ token: { scopes, board_ids } }: { token: ApiToken }) {
  const boards = useMirror((mirror) => mirror.boards);
  const access = scopes.length > 1 ? messages.accessBoth() : scopes[0] === 'write' ? messages.accessWrite() : messages.accessRead();
  if (board_ids === null) return messages.limits({ access, boards: messages.allBoards() });
  const names = board_ids.map((id) => boards.find((board) => board.id === id)?.name);
  // A long list, and boards that are not known here, are counted.
  const isShort = names.length <= 3 && names.every((name) => name !== undefined);
  return messages.limits({ access, boards: isShort ? names.join(', ') : messages.boardCount({ count: names.length }) });
}
