import * as messages from '../../messages/import';
import { ProgressBar } from '../../ui/ProgressBar';
import type { ImportState } from './useImport';

/** How far a file is read, or its boards are imported. */
export function ImportProgress({ state }: { state: Extract<ImportState, { step: 'reading' | 'importing' }> }) {
  if (state.step === 'reading') {
    const { file, read_bytes } = state;
    const isRead = read_bytes >= file.size;
    return (
      <div className="flex flex-col gap-3 py-8">
        <p dir="auto" className="wrap-anywhere">
          {messages.reading({ name: file.name })}
        </p>
        <ProgressBar label={messages.progressLabel()} value={read_bytes} max={Math.max(file.size, 1)} />
        <p className="digits text-sm text-secondary">
          {isRead ? messages.checking() : messages.readingProgress({ percent: Math.floor((100 * read_bytes) / file.size) })}
        </p>
      </div>
    );
  }
  const { name, done, total, isCanceled } = state;
  return (
    <div className="flex flex-col gap-3 py-8">
      <p dir="auto" className="wrap-anywhere">
        {messages.importing({ name, number: done + 1, total })}
      </p>
      <ProgressBar label={messages.progressLabel()} value={done} max={total} />
      {isCanceled && <p className="text-sm text-secondary">{messages.canceling()}</p>}
    </div>
  );
}
