import type { Board } from '@twentyfour/core';
import { Braces, FileText, type LucideIcon, Sheet } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { dispatch } from '../../core/client';
import { exportBoard } from '../../core/formats';
import { EXPORT_FORMATS, type ExportFormat } from '../../core/formats-types';
import { useMirror } from '../../core/hooks';
import * as board_messages from '../../messages/board';
import * as common from '../../messages/common';
import * as messages from '../../messages/export';
import { downloadText } from '../../platform/download';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';

interface FormatDetails {
  name: () => string;
  details: () => string;
  icon: LucideIcon;
  media_type: string;
  extension: string;
}

const FORMATS: Readonly<Record<ExportFormat, FormatDetails>> = {
  json: { name: messages.formatJson, details: messages.formatJsonDetails, icon: Braces, media_type: 'application/json', extension: 'json' },
  csv: { name: messages.formatCsv, details: messages.formatCsvDetails, icon: Sheet, media_type: 'text/csv', extension: 'csv' },
  markdown: { name: messages.formatMarkdown, details: messages.formatMarkdownDetails, icon: FileText, media_type: 'text/markdown', extension: 'md' },
};

interface ExportBoardDialogProps {
  board: Board;
  onClose: () => void;
}

/** A dialog that downloads a board as a file, made on this device or, if it does not have the board, by the server. */
export function ExportBoardDialog({ board, onClose }: ExportBoardDialogProps) {
  const board_id = board.id;
  const status = useMirror(({ prepared_board }) => (prepared_board?.board_id === board_id ? prepared_board.status : 'loading'));
  const [busy, setBusy] = useState<ExportFormat | null>(null);
  const [result, setResult] = useState<{ text: string; isProblem: boolean } | null>(null);
  const prepare = () => dispatch({ type: 'prepare_board', board_id });
  // Before the first paint, because most boards are ready at once.
  useLayoutEffect(() => {
    dispatch({ type: 'prepare_board', board_id });
    return () => {
      dispatch({ type: 'prepare_board', board_id: null });
    };
  }, [board_id]);

  const canExport = status === 'ready' && busy === null;
  const download = async (format: ExportFormat) => {
    if (!canExport) return;
    const { media_type, extension } = FORMATS[format];
    setBusy(format);
    setResult(null);
    try {
      const text = await exportBoard(board, format);
      const file = `${board.slug}.${extension}`;
      if (text !== null) downloadText(file, media_type, text);
      setResult(text === null ? { text: messages.notOnDevice(), isProblem: true } : { text: messages.downloaded({ file }), isProblem: false });
    } catch {
      setResult({ text: common.somethingWentWrong(), isProblem: true });
    } finally {
      setBusy(null);
    }
  };
  return (
    <Dialog open onClose={onClose} title={messages.dialogTitle({ name: board.name })}>
      <ul className="-mx-2 flex flex-col">
        {EXPORT_FORMATS.map((format) => {
          const { name, details, icon } = FORMATS[format];
          return (
            <li key={format}>
              <button
                type="button"
                // Not disabled, because it would lose the focus.
                aria-disabled={!canExport}
                aria-busy={busy === format || undefined}
                onClick={() => void download(format)}
                className="flex w-full items-start gap-3 rounded-md px-2 py-2.5 text-left transition-colors duration-120 hover:bg-hover aria-disabled:opacity-50"
              >
                <Icon icon={icon} size={20} className="mt-0.5 shrink-0 text-secondary" />
                <span className="min-w-0">
                  <span className="block font-medium">{name()}</span>
                  <span className="block text-sm text-secondary">{details()}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {status === 'failed' && (
        <div className="mt-4 flex flex-wrap items-center justify-end gap-4">
          <p role="alert" className="grow">
            {board_messages.loadFailedTitle()}
          </p>
          <Button onClick={prepare}>{common.tryAgain()}</Button>
        </div>
      )}
      <p role="status" className="mt-2 text-sm text-secondary empty:hidden">
        {status === 'loading' ? board_messages.loading() : result && !result.isProblem && result.text}
      </p>
      {result?.isProblem && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {result.text}
        </p>
      )}
    </Dialog>
  );
}
