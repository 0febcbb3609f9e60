/** What the module of boards as files reads and writes (`formats/src/wasm.rs`). */

/** Where a file comes from. */
export type ImportSource =
  | 'twentyfour'
  | 'twentyfour_account'
  | 'trello'
  | 'planka'
  | 'super_productivity'
  | 'todoist'
  | 'microsoft_to_do'
  | 'google_tasks'
  | 'csv';

/** Why a file cannot be imported. All but `file_unreadable`, which the browser reports, are of `ImportErrorCode` in Rust. */
export type ImportErrorCode =
  | 'file_unreadable'
  | 'too_large'
  | 'too_many_cards'
  | 'empty'
  | 'invalid_json'
  | 'invalid_value'
  | 'too_deep'
  | 'unknown_format'
  | 'part_of_export'
  | 'wrong_export'
  | 'encrypted'
  | 'unsupported_version'
  | 'invalid_archive'
  | 'archive_too_large'
  | 'unclosed_quote'
  | 'no_title_column';

/** An error with its place in the file. */
export interface ImportError {
  code: ImportErrorCode;
  /** The line of the file, from 1; null if unknown. */
  line: number | null;
  /** The name of the field with the invalid value, if it is known. */
  field?: string;
}

/** A board in a file. */
export interface FoundBoard {
  /** What identifies it in its product. A board that was imported keeps it. */
  key: string;
  name: string;
  lists: number;
  cards: number;
  /** How many of the cards are archived. */
  archived_cards: number;
  /** Whether the whole board is archived. */
  is_archived: boolean;
  subtasks: number;
  comments: number;
}

/** A kind of what cannot be imported (`LossKind` in Rust). */
export type LossKind =
  | 'people'
  | 'comment_author'
  | 'missing_comments'
  | 'missing_archive'
  | 'file'
  | 'link'
  | 'unsafe_link'
  | 'picture'
  | 'date_unreadable'
  | 'date_assumed'
  | 'start_date'
  | 'recurrence_dropped'
  | 'recurrence_simplified'
  | 'reminder'
  | 'checklists_joined'
  | 'subtask_fields'
  | 'subtask_depth'
  | 'title_cut'
  | 'text_cut'
  | 'formatting'
  | 'too_many_labels'
  | 'unnamed'
  | 'closed_list'
  | 'closed_board'
  | 'orphan'
  | 'deleted'
  | 'custom_field'
  | 'estimate'
  | 'tracked_time'
  | 'note'
  | 'history'
  | 'setting'
  | 'color'
  | 'unreadable'
  | 'record_skipped'
  | 'bad_bytes';

/** What an import cannot take over, of one kind. */
export interface Loss {
  kind: LossKind;
  /** In how many places. */
  count: number;
  /** Some of the places, such as titles of cards. */
  examples: string[];
}

/** What a column of a table contains. */
export type TableField =
  | 'title'
  | 'description'
  | 'list'
  | 'board'
  | 'priority'
  | 'due_date'
  | 'labels'
  | 'is_completed'
  | 'completed_at'
  | 'created_at'
  | 'archived_at'
  | 'estimate_minutes'
  | 'subtasks'
  | 'comments'
  /** No field of a card: the column is left out. */
  | 'ignored';

/** How a table is read. */
export interface TableFormat {
  delimiter: string;
  encoding: string;
  has_header: boolean;
}

/** A column of a table. */
export interface TableColumn {
  name: string;
  /** What it contains; null for "Other fields". */
  field: TableField | null;
  /** Some of its values. */
  samples: string[];
}

/** A table whose columns the user maps. */
export interface ImportTable extends TableFormat {
  columns: TableColumn[];
  /** Whether dates such as 3/4/2026 can be read in two ways. */
  needs_day_first: boolean;
}

/** Choices of the user. What is left out is found out from the file. */
export interface ImportOptions extends Partial<TableFormat> {
  columns?: (TableField | null)[];
  day_first?: boolean;
  /** Whether archived cards are left out. */
  skip_archive?: boolean;
}

/** What the archive of an account contains besides boards. */
export interface AccountContents {
  notes: number;
  /** Focus sessions and breaks. */
  focus_sessions: number;
  pictures: number;
  attachments: number;
}

/** What an import would add. */
export interface ImportPreview {
  source: ImportSource;
  boards: FoundBoard[];
  losses: Loss[];
  /** Null unless the file is a table with columns to map. */
  table: ImportTable | null;
  /** Null unless the file is the archive of an account. */
  account: AccountContents | null;
}

/** A preview, or why there is none. */
export type ImportResult = ImportPreview | { error: ImportError };

/** Names for what has none in a file (`ImportNames` in Rust). */
export interface ImportNames {
  untitled: string;
  no_list: string;
  archive: string;
  links: string;
  files: string;
  other_fields: string;
  people: string;
  unknown_person: string;
  start_date: string;
  due_date: string;
  repeats: string;
  tracked_time: string;
  location: string;
  source: string;
  to_do: string;
  backlog: string;
  done: string;
}

/** The formats that a board is exported in. */
export const EXPORT_FORMATS = ['json', 'csv', 'markdown'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A board of the device, with what is stored of it and of the outbox. */
export interface StoredBoard {
  /** The user's account; null for a guest. */
  account_id: string | null;
  board_id: string;
  keys: string[];
  texts: string[];
  outbox_keys: string[];
  outbox_texts: string[];
  /** The names of its members by id. */
  names: Record<string, string>;
}

/** The maximum size of a file in bytes (`MAX_BYTES` in Rust). */
export const MAX_FILE_BYTES = 100_000_000;
