import { type ReactNode, useState } from 'react';
import { useMirror } from '../../core/hooks';
import * as boardsMessages from '../../messages/boards';
import * as common from '../../messages/common';
import * as messages from '../../messages/import';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { PlanLimitLine } from '../plans';
import { BoardsToImport } from './BoardsToImport';
import { ChooseFile } from './ChooseFile';
import { ImportDone } from './ImportDone';
import { ImportProgress } from './ImportProgress';
import { LossList } from './LossList';
import { sourceName } from './sources';
import { TableSettings } from './TableSettings';
import { type Import, type ImportState, type Preview, useImport } from './useImport';

/** A dialog that reads a file, shows what is in it, and imports its boards. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const steps = useImport();
  const { state } = steps;
  const boards = useMirror((mirror) => mirror.boards);
  const limit = useMirror(({ limits }) => limits.boards);
  const known = new Set(boards.flatMap(({ import_key }) => import_key ?? []));
  // What the user has chosen instead of the suggestion, by index and key.
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const found = state.step === 'preview' ? (state.content?.boards ?? []) : [];
  const rows = found.map((board, index) => {
    const isKnown = known.has(board.key);
    const id = `${index} ${board.key}`;
    return { id, board, isKnown, isChosen: choices.get(id) ?? !isKnown };
  });
  const chosen = rows.flatMap(({ isChosen }, index) => (isChosen ? [index] : []));
  const footer =
    state.step === 'preview' ? (
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button variant="quiet" onClick={steps.cancel}>
          {messages.chooseOtherFile()}
        </Button>
        <Button
          variant="primary"
          disabled={chosen.length === 0 || state.isReading || limit !== null}
          onClick={() => steps.importBoards(chosen)}
        >
          {messages.submit({ count: chosen.length })}
        </Button>
      </div>
    ) : state.step === 'reading' || state.step === 'importing' ? (
      <div className="flex items-center justify-end">
        <Button disabled={state.step === 'importing' && state.isCanceled} onClick={steps.cancel}>
          {common.cancel()}
        </Button>
      </div>
    ) : state.step === 'done' ? (
      <div className="flex items-center justify-end">
        <Button variant="primary" onClick={onClose}>
          {messages.done()}
        </Button>
      </div>
    ) : null;
  return (
    <Dialog open onClose={onClose} title={boardsMessages.importBoards()} size="wide" closesOnBackdrop={state.step === 'choose'} isTopFixed footer={footer}>
      <p role="status" className="sr-only">
        {statusText(state)}
      </p>
      {limit !== null && state.step !== 'done' && (
        <div className="mb-4">
          <PlanLimitLine>{limit}</PlanLimitLine>
        </div>
      )}
      {state.step === 'choose' && <ChooseFile problem={state.problem} onFile={steps.choose} onRefuse={steps.refuse} />}
      {(state.step === 'reading' || state.step === 'importing') && <ImportProgress state={state} />}
      {state.step === 'preview' && (
        <PreviewStep state={state} steps={steps}>
          <BoardsToImport
            rows={rows}
            onChoose={(id, isChosen) => setChoices(new Map(choices).set(id, isChosen))}
          />
        </PreviewStep>
      )}
      {state.step === 'done' && <ImportDone boards={state.boards} isCanceled={state.isCanceled} onOpen={onClose} />}
    </Dialog>
  );
}

/** Returns what screen readers announce at each step. */
function statusText(state: ImportState): string {
  switch (state.step) {
    case 'choose':
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

interface PreviewStepProps {
  state: Preview;
  steps: Import;
  /** The boards of the file. */
  children: ReactNode;
}

/** What would be imported, and what not. */
function PreviewStep({ state: { file, content, problem, table, options, isReading }, steps, children }: PreviewStepProps) {
  return (
    <div className="flex flex-col gap-6" aria-busy={isReading}>
      <p dir="auto" className="text-secondary wrap-anywhere">
        {content && content.source !== 'csv' ? messages.foundIn({ name: file.name, source: sourceName(content.source) }) : file.name}
      </p>
      {table && <TableSettings table={table} options={options} onChange={steps.setOptions} />}
      {problem !== null && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {content && children}
      {content && <LossList losses={content.losses} />}
    </div>
  );
}
