import type { AccountImportStatus } from '../../core/account-import';
import * as messages from '../../messages/account_import';
import * as importMessages from '../../messages/import';
import { ProgressBar } from '../../ui/ProgressBar';

interface AccountProgressProps {
  fileName: string;
  progress: AccountImportStatus;
}

/** How far the import of an account's archive is. */
export function AccountProgress({ fileName, progress }: AccountProgressProps) {
  const { done, total } = progress;
  const detail = detailText(progress);
  return (
    <div className="flex flex-col gap-3 py-8">
      <p dir="auto" className="wrap-anywhere">
        {stepText(progress, fileName)}
      </p>
      {total > 0 && <ProgressBar label={importMessages.progressLabel()} value={Math.min(done, total)} max={total} />}
      {detail !== null && <p className="digits text-sm text-secondary">{detail}</p>}
      <p className="text-sm text-secondary">{messages.keepOpen()}</p>
    </div>
  );
}

/** Returns what is being done: "Importing notes". */
export function stepText({ step, done, total }: AccountImportStatus, fileName: string): string {
  switch (step) {
    case 'upload':
      return done < total ? messages.uploading({ name: fileName }) : messages.checking();
    case 'boards':
      return messages.stepBoards();
    case 'notes':
      return messages.stepNotes();
    case 'focus_sessions':
      return messages.stepFocusSessions();
    case 'pictures':
      return messages.stepPictures();
    case 'attachments':
      return messages.stepAttachments();
    case 'settings':
      return messages.stepSettings();
  }
}

/** Returns how much of a step is done; null if that is unknown. */
function detailText({ step, done, total }: AccountImportStatus): string | null {
  if (total === 0) return null;
  return step === 'upload' ? messages.uploadingProgress({ percent: Math.floor((100 * done) / total) }) : messages.stepProgress({ done, total });
}
