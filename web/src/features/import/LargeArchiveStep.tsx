import type { ReactNode } from 'react';
import * as messages from '../../messages/account_import';
import type { LargeArchive } from './useImport';

interface LargeArchiveStepProps {
  state: LargeArchive;
  canImport: boolean;
  /** The choices of the import. */
  children: ReactNode;
}

/** An archive whose contents cannot be shown before it is imported. */
export function LargeArchiveStep({ state: { file, problem }, canImport, children }: LargeArchiveStepProps) {
  return (
    <div className="flex flex-col gap-6">
      {canImport ? (
        <>
          <p dir="auto" className="max-w-[68ch] wrap-anywhere">
            {messages.large({ name: file.name })}
          </p>
          {children}
        </>
      ) : (
        <>
          <p role="alert" className="max-w-[68ch] text-danger">
            {problem}
          </p>
          <p className="max-w-[68ch]">{messages.largeNeedsAccount()}</p>
        </>
      )}
    </div>
  );
}
