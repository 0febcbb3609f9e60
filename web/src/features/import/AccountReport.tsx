import type { AccountImportCounts, AccountImportReport, RefusedBoard } from '@twentyfour/core';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/account_import';
import * as importMessages from '../../messages/import';
import { formatList } from '../../platform/format/lists';
import { PlanLimitLine } from '../plans';
import { BoardLinks } from './BoardLinks';

interface AccountReportProps {
  report: AccountImportReport;
  /** Called when a board is opened. */
  onOpen: () => void;
}

/** What was imported from the archive of an account, what was refused, and what is never imported. */
export function AccountReport({ report, onOpen }: AccountReportProps) {
  const boards = useMirror((mirror) => mirror.boards);
  const imported = boards.filter(({ id }) => report.board_ids.includes(id));
  const rows = reportRows(report);
  return (
    <div className="flex flex-col gap-6 py-2">
      <section aria-labelledby="account-report">
        <h3 id="account-report" className="mb-1 text-sm font-medium">
          {messages.reportTitle()}
        </h3>
        {rows.length === 0 && <p className="text-secondary">{messages.reportNothing()}</p>}
        <dl>
          {rows.map(({ label, text }) => (
            <div key={label} className="flex flex-wrap gap-x-4 border-b border-line py-2 last:border-transparent">
              <dt className="w-48 shrink-0">{label}</dt>
              <dd className="digits min-w-0 flex-1 basis-48 text-secondary">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      {imported.length > 0 && (
        <section aria-labelledby="account-report-boards">
          <h3 id="account-report-boards" className="mb-1 text-sm font-medium">
            {messages.reportBoards()}
          </h3>
          <BoardLinks boards={imported} onOpen={onOpen} />
        </section>
      )}
      {report.refused_boards.length > 0 && <RefusedBoards count={report.boards.refused} boards={report.refused_boards} />}
      <div className="flex max-w-[68ch] flex-col gap-1 text-sm text-secondary">
        {report.trashed > 0 && <p>{messages.reportTrashed({ count: report.trashed })}</p>}
        <p>{messages.leftOut()}</p>
      </div>
    </div>
  );
}

interface RefusedBoardsProps {
  /** The number of all that were refused, of which only the first are named. */
  count: number;
  boards: readonly RefusedBoard[];
}

function RefusedBoards({ count, boards }: RefusedBoardsProps) {
  const limit = useMirror(({ limits }) => limits.boards);
  const isLimited = boards.some(({ code }) => code === 'plan_limit');
  return (
    <section aria-labelledby="account-report-refused">
      <h3 id="account-report-refused" className="mb-1 text-sm font-medium">
        {importMessages.resultFailed({ count })}
      </h3>
      {isLimited && <PlanLimitLine>{limit ?? messages.refusedPlan()}</PlanLimitLine>}
      <ul className="mt-1 flex flex-col gap-1">
        {boards.map(({ name, code }, index) => (
          <li key={index}>
            <p dir="auto" className="wrap-anywhere">
              {name || importMessages.nameUntitled()}
            </p>
            {code !== 'plan_limit' && <p className="text-sm text-danger">{reasonText(code)}</p>}
          </li>
        ))}
        {count > boards.length && <li className="text-sm text-secondary">{importMessages.lossMore({ count: count - boards.length })}</li>}
      </ul>
    </section>
  );
}

/** Returns why a board was refused. */
function reasonText(code: string): string {
  switch (code) {
    case 'board_limit':
    case 'card_limit':
    case 'change_limit':
      return messages.refusedLimit();
    case 'too_large':
      return messages.refusedTooLarge();
    default:
      return messages.refusedOther();
  }
}

/** Returns a row for each kind of records that the archive has. */
function reportRows(report: AccountImportReport): { label: string; text: string }[] {
  const kinds: [label: string, counts: AccountImportCounts][] = [
    [messages.boardsTitle(), report.boards],
    [messages.reportNotes(), report.notes],
    [messages.reportFocusSessions(), report.focus_sessions],
    [messages.reportPictures(), report.pictures],
    [messages.reportAttachments(), report.attachments],
  ];
  const rows = kinds.map(([label, counts]) => ({ label, text: countsText(counts) })).filter(({ text }) => text !== '');
  return report.has_settings ? [...rows, { label: messages.settings(), text: messages.reportSettings() }] : rows;
}

/** Returns what became of records: "3 imported, 1 here already"; empty if there were none. */
function countsText({ imported, existing, refused }: AccountImportCounts): string {
  const texts = [
    imported > 0 && messages.reportImported({ count: imported }),
    existing > 0 && messages.reportExisting({ count: existing }),
    refused > 0 && messages.reportRefused({ count: refused }),
  ];
  return formatList(texts.filter((text) => text !== false));
}
