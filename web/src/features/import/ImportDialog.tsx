import { useState } from 'react';
import { useMirror } from '../../core/hooks';
import * as accountMessages from '../../messages/account_import';
import * as boardsMessages from '../../messages/boards';
import * as common from '../../messages/common';
import * as messages from '../../messages/import';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { PlanLimitLine } from '../plans';
import { AccountOptions } from './AccountOptions';
import { AccountPreview } from './AccountPreview';
import { AccountProgress, stepText } from './AccountProgress';
import { AccountReport } from './AccountReport';
import { AttemptResult } from './AttemptResult';
import { BoardsToImport } from './BoardsToImport';
import { ChooseFile } from './ChooseFile';
import { ImportDone } from './ImportDone';
import { ImportProgress } from './ImportProgress';
import { LargeArchiveStep } from './LargeArchiveStep';
import { PreviewStep } from './PreviewStep';
import { type AccountImportState, useAccountImport, useCanImportAccount } from './useAccountImport';
import { type ImportState, useImport } from './useImport';

/** A dialog that reads a file, shows what is in it, and imports its boards, or the whole archive of an account. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const steps = useImport();
  const { state } = steps;
  const account = useAccountImport();
  const canImportAccount = useCanImportAccount();
  const [hasSettings, setHasSettings] = useState(true);
  const boards = useMirror((mirror) => mirror.boards);
  const limit = useMirror(({ limits }) => limits.boards);
  // Boards of an archive that was exported from this account are here already, too.
  const known = new Set(boards.flatMap(({ id, import_key }) => [`account:${id}`, import_key ?? '']));
  // What the user has chosen instead of the suggestion, by index and key.
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const found = state.step === 'preview' ? (state.content?.boards ?? []) : [];
  const rows = found.map((board, index) => {
    const isKnown = known.has(board.key);
    const id = `${index} ${board.key}`;
    return { id, board, isKnown, isChosen: choices.get(id) ?? !(isKnown || board.is_archived) };
  });
  const chosen = rows.flatMap(({ isChosen }, index) => (isChosen ? [index] : []));
  const archive = canImportAccount ? archiveOf(state) : null;
  const isImported = state.step === 'done' || account.state.step === 'done';
  const chooseOther = (
    <Button
      variant="quiet"
      onClick={() => {
        account.reset();
        steps.cancel();
      }}
    >
      {messages.chooseOtherFile()}
    </Button>
  );
  // The keys keep a press on one button from reaching the one that replaces it: "Cancel" must not close the result.
  const footer = isImported ? (
    <div key="done" className="flex items-center justify-end">
      <Button variant="primary" onClick={onClose}>
        {messages.done()}
      </Button>
    </div>
  ) : account.state.step === 'running' ? (
    <div key="running" className="flex items-center justify-end">
      <Button onClick={account.cancel}>{common.cancel()}</Button>
    </div>
  ) : archive ? (
    <div key="archive" className="flex flex-wrap items-center justify-end gap-2">
      {chooseOther}
      <Button variant="primary" onClick={() => account.start(archive, hasSettings)}>
        {isFirstAttempt(account.state) ? accountMessages.submit() : accountMessages.submitAgain()}
      </Button>
    </div>
  ) : state.step === 'preview' ? (
    <div key="preview" className="flex flex-wrap items-center justify-end gap-2">
      {chooseOther}
      <Button
        variant="primary"
        disabled={chosen.length === 0 || state.isReading || limit !== null}
        onClick={() => steps.importBoards(chosen)}
      >
        {messages.submit({ count: chosen.length })}
      </Button>
    </div>
  ) : state.step === 'large_archive' ? (
    <div key="large_archive" className="flex items-center justify-end">
      {chooseOther}
    </div>
  ) : state.step === 'reading' || state.step === 'importing' ? (
    <div key={state.step} className="flex items-center justify-end">
      <Button disabled={state.step === 'importing' && state.isCanceled} onClick={steps.cancel}>
        {common.cancel()}
      </Button>
    </div>
  ) : null;
  return (
    <Dialog
      open
      // Closing during an import cancels it first, and shows what was imported.
      onClose={account.state.step === 'running' ? account.cancel : state.step === 'importing' && !state.isCanceled ? steps.cancel : onClose}
      title={boardsMessages.importBoards()}
      size="wide"
      closesOnBackdrop={state.step === 'choose'}
      isTopFixed
      footer={footer}
    >
      <p role="status" className="sr-only">
        {accountStatusText(account.state) ?? statusText(state)}
      </p>
      {limit !== null && !isImported && (
        <div className="mb-4">
          <PlanLimitLine>{limit}</PlanLimitLine>
        </div>
      )}
      {account.state.step === 'running' && <AccountProgress fileName={account.state.file.name} progress={account.state.progress} />}
      {account.state.step === 'done' && <AccountReport report={account.state.report} onOpen={onClose} />}
      {account.state.step === 'idle' && (
        <>
          <AttemptResult state={account.state} />
          {state.step === 'choose' && <ChooseFile problem={state.problem} onFile={steps.choose} onRefuse={steps.refuse} />}
          {(state.step === 'reading' || state.step === 'importing') && <ImportProgress state={state} />}
          {state.step === 'preview' && (
            <PreviewStep state={state} steps={steps} canImportAccount={canImportAccount}>
              {archive && state.content?.account ? (
                <>
                  <AccountPreview rows={rows} contents={state.content.account} />
                  <AccountOptions hasSettings={hasSettings} onSettings={setHasSettings} />
                </>
              ) : (
                <BoardsToImport
                  rows={rows}
                  onChoose={(id, isChosen) => setChoices(new Map(choices).set(id, isChosen))}
                />
              )}
            </PreviewStep>
          )}
          {state.step === 'large_archive' && (
            <LargeArchiveStep state={state} canImport={canImportAccount}>
              <AccountOptions hasSettings={hasSettings} onSettings={setHasSettings} />
            </LargeArchiveStep>
          )}
          {state.step === 'done' && <ImportDone boards={state.boards} isCanceled={state.isCanceled} onOpen={onClose} />}
        </>
      )}
    </Dialog>
  );
}

/** Returns the file of an archive that the server can import; null for other files. */
function archiveOf(state: ImportState): File | null {
  if (state.step === 'large_archive') return state.file;
  return state.step === 'preview' && state.content?.account ? state.file : null;
}

const isFirstAttempt = (state: AccountImportState): boolean => state.step === 'idle' && state.problem === null && !state.isCanceled;

/** Returns what screen readers announce while the archive of an account is imported, and after; null before. */
function accountStatusText(state: AccountImportState): string | null {
  switch (state.step) {
    case 'idle':
      return state.isCanceled ? accountMessages.canceled() : null;
    case 'running':
      return stepText(state.progress, state.file.name);
    case 'done':
      return accountMessages.reportTitle();
  }
}

/** Returns what screen readers announce at each step. */
function statusText(state: ImportState): string {
  switch (state.step) {
    case 'choose':
    case 'large_archive':
      return '';
    case 'reading':
      return messages.reading({ name: state.file.name });
    case 'preview':
      return state.isReading || !state.content ? '' : messages.found({ count: state.content.boards.length });
    case 'importing':
      return messages.importing({ name: state.name, number: state.done + 1, total: state.total });
    case 'done':
      return messages.resultImported({ count: state.boards.filter(({ problem }) => problem === null).length });
  }
}
