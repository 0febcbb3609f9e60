import type { ApiTokenScope, ErrorCode, Id } from '@twentyfour/core';
import { type FormEvent, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/api_tokens';
import * as common from '../../../messages/common';
import { addDays } from '../../../platform/format/dates';
import { Button } from '../../../ui/Button';
import { CopyField } from '../../../ui/CopyField';
import { Dialog } from '../../../ui/Dialog';
import { ErrorText } from '../../../ui/ErrorText';
import { Field } from '../../../ui/Field';
import { useFocusInvalidField } from '../../../ui/focus';
import { LabeledSelect } from '../../../ui/LabeledSelect';
import { type ChangeError, isPasswordError } from './changeError';
import { CurrentPasswordField } from './CurrentPasswordField';
import type { useApiTokens } from './useApiTokens';

const ACCESS: Readonly<Record<'read' | 'both', readonly ApiTokenScope[]>> = { read: ['read'], both: ['read', 'write'] };

/** A year is a day shorter: the server allows 365 days in its own time zone. */
const YEAR = '364';

/** The maximum number of boards that a token is limited to. */
const MAX_BOARDS = 100;

const EXPIRY_DAYS = ['7', '30', '90', '180', YEAR] as const;

interface CreateTokenDialogProps {
  create: ReturnType<typeof useApiTokens>['create'];
  onClose: () => void;
}

/** A dialog that asks what a new token may do, and then shows the token, once. */
export function CreateTokenDialog({ create, onClose }: CreateTokenDialogProps) {
  const [token, setToken] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      // A click beside the dialog must not lose the token.
      closesOnBackdrop={false}
      title={token === null ? messages.createTitle() : messages.newTitle()}
      {...(token === null ? {} : { description: messages.newDetails() })}
    >
      {token === null ? <TokenForm create={create} onCreated={setToken} onClose={onClose} /> : <NewToken token={token} onClose={onClose} />}
    </Dialog>
  );
}

/** The errors that are shown beside the name. */
const NAME_ERRORS: readonly (ErrorCode | null)[] = ['name_required', 'name_too_long'];

function TokenForm({ create, onCreated, onClose }: CreateTokenDialogProps & { onCreated: (token: string) => void }) {
  const boards = useMirror((mirror) => mirror.boards);
  const today = useMirror(({ clock }) => clock.today);
  const [name, setName] = useState('');
  const [access, setAccess] = useState<keyof typeof ACCESS>('read');
  const [reach, setReach] = useState<'all' | 'some'>('all');
  const [boardIds, setBoardIds] = useState<readonly Id[]>([]);
  const [days, setDays] = useState<(typeof EXPIRY_DAYS)[number]>('90');
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<ChangeError | null>(null);
  const form = useFocusInvalidField(error);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const outcome = await create({
      name,
      scopes: [...ACCESS[access]],
      board_ids: reach === 'all' ? null : [...boardIds],
      expires_at: `${addDays(today, Number(days))}T00:00:00Z`,
      password,
    });
    setIsBusy(false);
    if (outcome.data) onCreated(outcome.data.token);
    else setError(outcome.error);
  };

  const isNameError = error !== null && NAME_ERRORS.includes(error.code);
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field
        label={messages.name()}
        hint={messages.nameHint()}
        autoComplete="off"
        required
        value={name}
        error={isNameError ? error.message : null}
        onChange={(event) => {
          setName(event.target.value);
          setError(null);
        }}
      />
      <LabeledSelect
        label={messages.access()}
        value={access}
        isFieldHigh
        options={[
          { value: 'read', text: messages.accessRead() },
          { value: 'both', text: messages.accessBoth() },
        ]}
        onValueChange={setAccess}
      />
      <LabeledSelect
        label={messages.boards()}
        value={reach}
        isFieldHigh
        options={[
          { value: 'all', text: messages.boardsAll() },
          { value: 'some', text: messages.boardsSome() },
        ]}
        onValueChange={setReach}
      />
      {reach === 'some' && <BoardChoice boards={boards} chosen={boardIds} onChange={setBoardIds} />}
      <LabeledSelect
        label={messages.expiry()}
        value={days}
        isFieldHigh
        options={EXPIRY_DAYS.map((value) => ({
          value,
          text: value === YEAR ? messages.expiryYear() : messages.expiryDays({ days: Number(value) }),
        }))}
        onValueChange={setDays}
      />
      <CurrentPasswordField
        value={password}
        error={error}
        onValueChange={(value) => {
          setPassword(value);
          setError(null);
        }}
      />
      {error && !isNameError && !isPasswordError(error) && <ErrorText>{error.message}</ErrorText>}
      <div className="mt-1 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {common.cancel()}
        </Button>
        <Button type="submit" variant="primary" disabled={isBusy || (reach === 'some' && boardIds.length === 0)}>
          {messages.create()}
        </Button>
      </div>
    </form>
  );
}

interface BoardChoiceProps {
  boards: readonly { id: Id; name: string }[];
  chosen: readonly Id[];
  onChange: (chosen: Id[]) => void;
}

/** Checkboxes for the boards that a token is limited to. */
function BoardChoice({ boards, chosen, onChange }: BoardChoiceProps) {
  if (boards.length === 0) return <p className="text-sm text-secondary">{messages.boardsNone()}</p>;
  const isFull = chosen.length >= MAX_BOARDS;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{messages.boardsChoose()}</legend>
      <div className="max-h-48 overflow-y-auto rounded-md px-3 py-1 ring-1 ring-line ring-inset">
        {boards.map(({ id, name }) => (
          <label key={id} className="flex min-h-9 cursor-pointer items-center gap-2 coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={isFull && !chosen.includes(id)}
              onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
              className="size-4 shrink-0"
            />
            <span dir="auto" className="truncate" title={name}>
              {name}
            </span>
          </label>
        ))}
      </div>
      {/* Always rendered, because screen readers do not announce a new live region. */}
      <p role="status" className="text-sm text-secondary">
        {isFull ? messages.boardsFull({ count: MAX_BOARDS }) : ''}
      </p>
    </fieldset>
  );
}

function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <CopyField label={messages.token()} value={token} autoFocus copyFailed={messages.copyFailed()} />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {messages.close()}
        </Button>
      </div>
    </div>
  );
}
