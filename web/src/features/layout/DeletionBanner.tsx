import { useEffect } from 'react';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/layout';
import { localDate, formatFullDate } from '../../platform/format/dates';
import { useAccountAction } from '../../shell/useAccountAction';
import { announce } from '../../ui/Announcer';
import { Button } from '../../ui/Button';
import { useRootAttribute } from '../../ui/useRootAttribute';

const drawDate = (date: string) => <strong className="font-semibold">{date}</strong>;

/** A banner above every page while the account is scheduled for deletion: the day, and a button to cancel. */
export function DeletionBanner() {
  const delete_at = useMirror(({ user }) => user?.delete_at ?? null);
  useRootAttribute('data-deletion-banner', delete_at !== null);
  const { isBusy, isBlocked, isDone, rejection, run } = useAccountAction('keep');

  useEffect(() => {
    if (!isDone) return;
    announce(common.deletionCanceled());
    // The focused button was removed with the banner.
    if (document.activeElement === document.body) document.getElementById('content')?.focus();
  }, [isDone]);

  if (delete_at === null) return null;
  return (
    <aside
      aria-label={messages.deletionBanner()}
      className="flex min-h-(--banner) items-center justify-center gap-x-4 border-b border-line bg-raised px-4 py-1"
    >
      {rejection ? (
        <p role="alert" className="min-w-0 text-sm text-danger">
          {rejection.message}
        </p>
      ) : (
        <p className="min-w-0 text-sm">
          {messages.deletionNotice({
            date: formatFullDate(localDate(delete_at)),
            strong: drawDate,
          })}
        </p>
      )}
      <Button
        aria-disabled={isBlocked}
        aria-busy={isBusy}
        className="aria-disabled:opacity-50"
        onClick={() => run({ type: 'keep_account' })}
      >
        {common.keepMyAccount()}
      </Button>
    </aside>
  );
}
