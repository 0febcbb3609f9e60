import { useId } from 'react';
import type { ImportOptions, ImportTable, TableField } from '../../core/formats-types';
import * as common from '../../messages/common';
import * as messages from '../../messages/import';
import { formatList } from '../../platform/format/lists';
import { LabeledSelect } from '../../ui/LabeledSelect';
import { Select } from '../../ui/Select';

const FIELD_NAMES: Readonly<Record<TableField, () => string>> = {
  title: messages.fieldTitle,
  description: common.description,
  list: messages.fieldList,
  board: common.board,
  priority: common.priority,
  due_date: common.dueDate,
  labels: common.labels,
  is_completed: messages.fieldIsCompleted,
  completed_at: messages.fieldCompletedAt,
  created_at: messages.fieldCreatedAt,
  archived_at: messages.fieldArchivedAt,
  estimate_minutes: messages.fieldEstimateMinutes,
  subtasks: messages.fieldSubtasks,
  comments: messages.fieldComments,
  ignored: messages.fieldIgnored,
};

const DELIMITERS: Readonly<Record<string, () => string>> = {
  ',': messages.tableDelimiterComma,
  ';': messages.tableDelimiterSemicolon,
  '\t': messages.tableDelimiterTab,
  '|': messages.tableDelimiterPipe,
};

/** The names of encodings, which are the same in all languages. */
const ENCODINGS: readonly { value: string; text: string }[] = ['UTF-8', 'Windows-1252', 'UTF-16LE', 'UTF-16BE'].map((name) => ({
  value: name.toLowerCase(),
  text: name,
}));

interface TableSettingsProps {
  table: ImportTable;
  /** What the user has chosen so far. */
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
}

/** How a table is read, and what each of its columns contains. */
export function TableSettings({ table, options, onChange }: TableSettingsProps) {
  const heading = useId();
  const { columns, needs_day_first } = table;
  // The choices are shown at once, and also if the file cannot be read with them.
  const { delimiter, encoding, has_header } = { ...table, ...options };
  const fields = options.columns ?? columns.map(({ field }) => field);
  // Other columns may come of it, for which the fields are suggested again.
  const change = (format: Omit<ImportOptions, 'columns'>) => {
    const { columns: _, ...rest } = options;
    onChange({ ...rest, ...format });
  };
  const setField = (changed: number, field: TableField | null) =>
    onChange({
      ...options,
      // A field comes from one column only.
      columns: fields.map((other, index) => (index === changed ? field : other === field && field !== 'ignored' ? null : other)),
    });
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      <h3 id={heading} className="text-sm font-medium">
        {messages.tableTitle()}
      </h3>
      <ul>
        {columns.map(({ name, samples }, index) => {
          const shown = name === '' ? messages.tableColumn({ number: index + 1 }) : name;
          return (
            <li key={index} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-2 last:border-transparent">
              <div className="min-w-0 flex-1 basis-60">
                <p dir="auto" className="truncate" title={shown}>
                  {shown}
                </p>
                <p dir="auto" className="truncate text-sm text-secondary">
                  {formatList(samples)}
                </p>
              </div>
              <Select
                label={messages.tableColumnField({ name: shown })}
                value={fields[index] ?? ''}
                options={[
                  { value: '', text: messages.fieldNone() },
                  ...(Object.keys(FIELD_NAMES) as TableField[]).map((value) => ({ value, text: FIELD_NAMES[value]() })),
                ]}
                onValueChange={(value: TableField | '') => setField(index, value === '' ? null : value)}
                className="w-48 max-sm:w-full"
              />
            </li>
          );
        })}
      </ul>
      <label className="flex min-h-9 cursor-pointer items-center gap-2 coarse:min-h-11">
        <input type="checkbox" checked={has_header} onChange={(event) => change({ has_header: event.target.checked })} className="size-4 shrink-0" />
        {messages.tableHeader()}
      </label>
      <div className="grid gap-4 sm:grid-cols-3">
        <LabeledSelect
          label={messages.tableDelimiter()}
          value={delimiter}
          options={Object.entries(DELIMITERS).map(([value, text]) => ({ value, text: text() }))}
          onValueChange={(value) => change({ delimiter: value })}
        />
        <LabeledSelect
          label={messages.tableEncoding()}
          value={encoding}
          options={ENCODINGS}
          onValueChange={(value) => change({ encoding: value })}
        />
        {(needs_day_first || options.day_first !== undefined) && (
          <LabeledSelect
            label={messages.tableDates()}
            value={options.day_first === undefined ? '' : options.day_first ? 'day' : 'month'}
            options={[
              ...(options.day_first === undefined ? [{ value: '', text: messages.tableDatesChoose() }] : []),
              { value: 'day', text: messages.tableDatesDayFirst() },
              { value: 'month', text: messages.tableDatesMonthFirst() },
            ]}
            onValueChange={(value) => onChange({ ...options, day_first: value === 'day' })}
          />
        )}
      </div>
    </section>
  );
}
