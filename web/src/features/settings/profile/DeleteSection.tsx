import type { Account } from '@twentyfour/core';
import { useCallback, useRef, useState } from 'react';
import { localDate, formatFullDate } from '../../../platform/format/dates';
import { useAccountAction } from '../../../shell/useAccountAction';
import { AccountDialog } from './AccountDialog';
import { ActionButton } from './ActionButton';
import { ActionResult } from './ActionResult';
import { PASSWORD_FIELD, CURRENT_PASSWORD_ERROR_FIELDS } from './passwordField';

/** The section that deletes the account or cancels the deletion. */
export function DeleteSection({ account }: { account: Account }) {
  const { delete_at, has_password } = account;
  const keepAction = useAccountAction('keep');
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <section aria-labelledby="delete-title" className="rounded-lg p-4 ring-1 ring-danger/40 ring-inset sm:p-5">
      <h3 id="delete-title" className="mb-1 text-md font-semibold">
        Delete account
      </h3>
      {delete_at === null ? (
        <p className="text-secondary">
          Permanently deletes your boards, sessions and settings after 7 days. Log in before then to cancel.
        </p>
      ) : (
        <p className="text-secondary">
          Your account and its data will be deleted on{' '}
          <strong className="font-semibold text-primary">{formatFullDate(localDate(delete_at))}</strong>. You can cancel until then.
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* A single button with changing text, so that it keeps the focus after either action. */}
        <ActionButton
          ref={button}
          variant={delete_at === null ? 'danger' : 'secondary'}
          action={keepAction}
          isBusy={keepAction.isBusy}
          onClick={() => (delete_at === null ? setIsOpen(true) : keepAction.run({ type: 'keep_account' }))}
        >
          {delete_at === null ? 'Delete account' : 'Keep my account'}
        </ActionButton>
        <ActionResult action={keepAction} done="Deletion canceled" />
      </div>
      {isOpen && (
        <AccountDialog
          title="Delete your account?"
          description="Your boards, cards, sessions and settings will be permanently deleted in 7 days. You’ll be logged out everywhere else. Log in before then to keep your account."
          action="delete"
          fields={has_password ? [PASSWORD_FIELD] : []}
          errorFieldOf={(code) => CURRENT_PASSWORD_ERROR_FIELDS[code]}
          intent={({ password = '' }) => ({ type: 'delete_account', password })}
          submitLabel="Delete account"
          variant="danger"
          onClose={close}
          onDone={close}
          getCloseFocusTarget={() => button.current}
        />
      )}
    </section>
  );
}
