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
      {content && (!content.account || content.losses.length > 0) && <LossList losses={content.losses} />}
    </div>
  );
}
