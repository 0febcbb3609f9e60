import { memo, useCallback, useState } from 'react';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/sync';
import { retryNow } from '../../platform/network';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { Popover } from '../../ui/Popover';
import { useDelayedFlag } from '../../ui/useDelayedFlag';
import { RejectedChangesDialog } from './RejectedChangesDialog';
import { listSyncIssues } from './syncStatus';

/** Changes sent within this time are not indicated, in milliseconds. */
const SHOW_AFTER_MS = 1500;

/** Not rendered again while changes are sent. */
const ReviewDialog = memo(RejectedChangesDialog);

/** A button shown only while changes have not reached the server. It blocks nothing and opens the details. */
export function SyncStatusButton({ side }: { side: 'right' | 'top' }) {
  const sync = useMirror((mirror) => mirror.sync);
  const [isOpen, setIsOpen] = useState(false);
  const [isReviewOpen, setIsReviewOpen] = useState(false);
  const closeReview = useCallback(() => setIsReviewOpen(false), []);
  const isSlow = useDelayedFlag(sync.unsent > 0, SHOW_AFTER_MS);
  const issues = listSyncIssues(sync).filter(({ kind }) => kind !== 'sending' || isSlow || isOpen);
  const [first] = issues;
  const words = issues.map(({ title, text }) => messages.issue({ title, details: text })).join(' ');
  const count = first?.kind === 'rejected' ? sync.refused.length : sync.unsent;
  return (
    <>
      {first && (
        <Popover
          label={messages.status()}
          side={side}
          align="end"
          open={isOpen}
          onOpenChange={setIsOpen}
          className="flex w-80 flex-col gap-4"
          trigger={
            <button
              type="button"
              className={cx(
                'relative grid size-9 animate-fade place-items-center rounded-md transition-colors duration-120 hover:bg-hover coarse:size-11',
                issues.some(({ isWarning }) => isWarning) ? 'text-warning' : 'text-glass-secondary',
              )}
            >
              <Icon icon={first.icon} />
              <span className="sr-only">{words}</span>
              {count > 0 && (
                <span
                  aria-hidden
                  className="digits absolute right-0 bottom-0 min-w-4 rounded-full bg-raised px-1 text-center text-xs leading-4 font-medium text-primary"
                >
                  {count > 99 ? '99+' : count}
                </span>
              )}
            </button>
          }
        >
          {issues.map(({ kind, icon, title, text, isWarning }) => (
            <div key={kind} className="flex gap-3">
              <Icon icon={icon} className={cx('mt-0.5 shrink-0', isWarning ? 'text-warning' : 'text-secondary')} />
              <div className="min-w-0 flex-1">
                <h2 className="font-semibold">{title}</h2>
                <p className="text-secondary">{text}</p>
                {kind === 'rejected' && (
                  <Button
                    className="mt-2"
                    onClick={() => {
                      setIsOpen(false);
                      setIsReviewOpen(true);
                    }}
                  >
                    {messages.rejectedReview()}
                  </Button>
                )}
              </div>
            </div>
          ))}
          {(sync.send_failure !== null || sync.unsent > 0) && (
            <Button onClick={retryNow} className="self-end">
              {common.tryAgain()}
            </Button>
          )}
        </Popover>
      )}
      <ReviewDialog open={isReviewOpen} onClose={closeReview} />
    </>
  );
}
