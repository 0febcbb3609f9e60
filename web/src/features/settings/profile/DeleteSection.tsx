import type { Account } from '@twentyfour/core';
import { useCallback, useRef, useState } from 'react';
import * as common from '../../../messages/common';
import * as messages from '../../../messages/settings_profile';
import { localDate, formatFullDate } from '../../../platform/format/dates';
import { useAccountAction } from '../../../shell/useAccountAction';
import { ActionButton } from './ActionButton';
import { ActionResult } from './ActionResult';
import { DeleteDialog } from './DeleteDialog';

/** The section that deletes the account or cancels the deletion. */
export function DeleteSection({ account }: { account: Account }) {
  const { delete_at, has_password } = account;
  const keepAction = useAccountAction('keep');
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <section aria-labelledby="delete-title" data-row={messages.deleteAccount()} className="rounded-lg p-4 ring-1 ring-danger/40 ring-inset sm:p-5">
      <h3 id="delete-title" className="mb-1 text-md font-semibold">
        {messages.deleteAccount()}
      </h3>
      {delete_at === null ? (
        <p className="text-secondary">{messages.deleteHint()}</p>
      ) : (
        <p className="text-secondary">
          {messages.deleteScheduled({ date: formatFullDate(localDate(delete_at)), strong: emphasized })}
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
          {delete_at === null ? messages.deleteAccount() : common.keepMyAccount()}
        </ActionButton>
        <ActionResult action={keepAction} done={common.deletionCanceled()} />
      </div>
      {isOpen && (
        <DeleteDialog hasPassword={has_password} onClose={close} getCloseFocusTarget={() => button.current} />
      )}
    </section>
  );
}

const emphasized = (date: string) => <strong className="font-semibold text-primary">{date}</strong>;
