import type { ReactNode } from 'react';
import * as accountMessages from '../../messages/account_import';
import * as messages from '../../messages/import';
import { LossList } from './LossList';
import { sourceName } from './sources';
import { TableSettings } from './TableSettings';
import type { Import, Preview } from './useImport';

interface PreviewStepProps {
  state: Preview;
  steps: Import;
  canImportAccount: boolean;
  /** The boards of the file. */
  children: ReactNode;
}

/** What would be imported, and what not. */
export function PreviewStep({ state: { file, content, problem, table, options, isReading }, steps, canImportAccount, children }: PreviewStepProps) {
  // The archive of an account is imported as a whole.
  const canChoose = !(content?.account && canImportAccount);
  const hasArchive = canChoose && (options.skip_archive || content?.boards.some(({ archived_cards }) => archived_cards > 0));
  return (
    <div className="flex flex-col gap-6" aria-busy={isReading}>
      <p dir="auto" className="text-secondary wrap-anywhere">
        {content && content.source !== 'csv' ? messages.foundIn({ name: file.name, source: sourceName(content.source) }) : file.name}
      </p>
      {content?.account && !canImportAccount && <p className="max-w-[68ch]">{accountMessages.boardsOnly()}</p>}
      {table && <TableSettings table={table} options={options} onChange={steps.setOptions} />}
      {problem !== null && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {content && children}
      {hasArchive && (
        <label className="flex min-h-9 cursor-pointer items-center gap-2 coarse:min-h-11">
          <input
            type="checkbox"
            checked={options.skip_archive ?? false}
            onChange={(event) => steps.setOptions({ ...options, skip_archive: event.target.checked })}
            className="size-4 shrink-0"
          />
          {messages.archiveSkip()}
        </label>
      )}
      {content && (!content.account || content.losses.length > 0) && <LossList losses={content.losses} />}
    </div>
  );
}
