import { type ReactNode, useState } from 'react';
import * as common from '../../messages/common';
import * as messages from '../../messages/stats';
import { formatDuration } from '../../platform/format/durations';
import { Button } from '../../ui/Button';

interface BarRow {
  key: string;
  name: string;
  /** A decorative mark before the name. */
  mark: ReactNode;
  /** Focus time, in seconds. */
  focused: number;
  sessions: number;
}

interface BarTableProps {
  caption: string;
  /** The header of the first column: "Board". */
  kind: string;
  /** The rows, longest focus time first. */
  rows: readonly BarRow[];
}

/** The number of rows shown before the table is expanded. */
const COLLAPSED_ROWS = 8;

/** A table of names with their focus time, and a bar as long as its share of the first row's. */
export function BarTable({ caption, kind, rows }: BarTableProps) {
  const [showsAll, setShowsAll] = useState(false);
  const maxFocused = Math.max(...rows.map(({ focused }) => focused), 1);
  const shown = showsAll ? rows : rows.slice(0, COLLAPSED_ROWS);
  return (
    <>
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          <col />
          <col className="w-32" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{kind}</th>
            <th scope="col">{common.focused()}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, name, mark, focused, sessions }) => (
            <tr key={key}>
              <th scope="row" className="py-2 pr-4 text-start font-normal">
                <span className="flex items-center gap-2">
                  {mark}
                  <span title={name} dir="auto" className="truncate">
                    {name}
                  </span>
                </span>
                <span aria-hidden className="mt-1.5 block h-1.5 rounded-full bg-hover">
                  <span
                    className="block h-full min-w-1.5 rounded-full bg-accent-control"
                    style={{ width: `${(focused / maxFocused) * 100}%` }}
                  />
                </span>
              </th>
              <td className="digits py-2 text-right align-top whitespace-nowrap">
                <span className="font-medium">{formatDuration(focused)}</span>
                <span className="block text-xs text-secondary">{messages.sessionCount({ count: sessions })}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > COLLAPSED_ROWS && (
        <Button variant="quiet" className="mt-2 -ml-4" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? common.showFewer() : common.showAll({ count: rows.length })}
        </Button>
      )}
    </>
  );
}
