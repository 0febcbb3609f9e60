import type { Id } from '@twentyfour/core';
import { useEffect, useRef, useState } from 'react';
import { createImportReader, type ImportReader } from '../../core/formats';
import type { ImportErrorCode, ImportNames, ImportOptions, ImportPreview, ImportResult, ImportTable } from '../../core/formats-types';
import { importBoard, newBoardId } from '../../core/import-board';
import * as common from '../../messages/common';
import * as messages from '../../messages/import';
import { errorText } from './errorText';

/** A board whose import was tried. */
export interface ImportedBoard {
  board_id: Id;
  name: string;
  /** Why it was not imported; null if it was. */
  problem: { text: string; isPlanLimit: boolean } | null;
}

/** What was read from the file. */
export interface Preview {
  step: 'preview';
  file: File;
  /** Null if the file cannot be read with the chosen options. */
  content: ImportPreview | null;
  /** Why it cannot be read with the chosen options. */
  problem: string | null;
  /** How the table is read; null if the file is none. */
  table: ImportTable | null;
  options: ImportOptions;
  /** Whether it is being read again with other options. */
  isReading: boolean;
}

/** An archive that is too large to look at. Only the server can import it, if it is the one of an account. */
export interface LargeArchive {
  step: 'large_archive';
  file: File;
  /** Why it cannot be read here. */
  problem: string;
}

export type ImportState =
  | { step: 'choose'; problem: string | null }
  | { step: 'reading'; file: File; read_bytes: number }
  | Preview
  | LargeArchive
  | { step: 'importing'; name: string; done: number; total: number; isCanceled: boolean }
  | { step: 'done'; boards: ImportedBoard[]; isCanceled: boolean };

export interface Import {
  state: ImportState;
  /** Reads a file. */
  choose: (file: File) => void;
  /** Shows why a file was not taken. */
  refuse: (problem: string) => void;
  /** Reads the file again with other options. */
  setOptions: (options: ImportOptions) => void;
  /** Imports boards of the file, by their indexes. */
  importBoards: (indexes: readonly number[]) => void;
  /** Cancels the reading at once, or the import after the current board. */
  cancel: () => void;
}

/** Returns whether a file that cannot be read is an archive that is only too large. */
const isLargeArchive = ({ name }: File, code: ImportErrorCode): boolean =>
  (code === 'too_large' || code === 'archive_too_large') && name.toLowerCase().endsWith('.zip');

/** Returns the names for what has none in a file. */
function importNames(): ImportNames {
  return {
    untitled: messages.nameUntitled(),
    no_list: messages.nameNoList(),
    archive: messages.nameArchive(),
    links: messages.nameLinks(),
    files: messages.nameFiles(),
    other_fields: messages.fieldNone(),
    people: messages.namePeople(),
    unknown_person: messages.nameUnknownPerson(),
    start_date: messages.nameStartDate(),
    due_date: common.dueDate(),
    repeats: messages.nameRepeats(),
    tracked_time: messages.nameTrackedTime(),
    location: messages.nameLocation(),
    source: messages.nameSource(),
    to_do: messages.nameToDo(),
    backlog: messages.nameBacklog(),
    done: messages.nameDone(),
  };
}

/** Returns the steps of an import: choosing a file, reading it, looking at what is in it, and importing its boards. */
export function useImport(): Import {
  const [state, setState] = useState<ImportState>({ step: 'choose', problem: null });
  const reader = useRef<ImportReader | null>(null);
  /** How often the file was read. */
  const reads = useRef(0);
  const isCanceled = useRef(false);

  const close = () => {
    reader.current?.close();
    reader.current = null;
  };
  useEffect(() => {
    isCanceled.current = false;
    return () => {
      // Closing the dialog cancels what it does.
      isCanceled.current = true;
      reader.current?.close();
      reader.current = null;
    };
  }, []);
  const refuse = (problem: string) => {
    close();
    setState({ step: 'choose', problem });
  };

  const show = (file: File, options: ImportOptions, result: ImportResult, known: ImportTable | null) => {
    const { content, problem } = 'error' in result ? { content: null, problem: errorText(result.error) } : { content: result, problem: null };
    const table = content?.table ?? known;
    // Without a table there is nothing that could be changed.
    if (problem !== null && !table) refuse(problem);
    else setState({ step: 'preview', file, content, problem, table, options, isReading: false });
  };

  const choose = async (file: File) => {
    close();
    const opened = createImportReader(file, importNames());
    reader.current = opened;
    const isCurrent = () => reader.current === opened;
    setState({ step: 'reading', file, read_bytes: 0 });
    try {
      const code = await opened.open((read_bytes) => isCurrent() && setState({ step: 'reading', file, read_bytes }));
      const result: ImportResult = code === null ? await opened.read({}) : { error: { code, line: null } };
      if (!isCurrent()) return;
      if ('error' in result && isLargeArchive(file, result.error.code)) {
        close();
        setState({ step: 'large_archive', file, problem: errorText(result.error) });
      } else show(file, {}, result, null);
    } catch {
      if (isCurrent()) refuse(common.somethingWentWrong());
    }
  };

  const setOptions = async (options: ImportOptions) => {
    const opened = reader.current;
    if (state.step !== 'preview' || !opened) return;
    const { file, table } = state;
    setState({ ...state, options, isReading: true });
    reads.current += 1;
    const read = reads.current;
    const isCurrent = () => reader.current === opened && reads.current === read;
    try {
      const result = await opened.read(options);
      if (isCurrent()) show(file, options, result, table);
    } catch {
      if (isCurrent()) refuse(common.somethingWentWrong());
    }
  };

  const importBoards = async (indexes: readonly number[]) => {
    const opened = reader.current;
    if (state.step !== 'preview' || !opened) return;
    const found = indexes.flatMap((index) => {
      const board = state.content?.boards[index];
      return board ? [{ ...board, index }] : [];
    });
    const boards: ImportedBoard[] = [];
    for (const [done, { index, name }] of found.entries()) {
      setState({ step: 'importing', name, done, total: found.length, isCanceled: false });
      const board_id = newBoardId();
      const problem = await importOne(opened, index, board_id, isCanceled);
      if (problem === 'canceled') break;
      boards.push({ board_id, name, problem });
      if (problem?.isPlanLimit) {
        // The others would be refused, too.
        boards.push(...found.slice(done + 1).map((board) => ({ board_id: newBoardId(), name: board.name, problem })));
        break;
      }
    }
    if (reader.current !== opened) return;
    close();
    setState({ step: 'done', boards, isCanceled: isCanceled.current });
  };

  const cancel = () => {
    if (state.step === 'importing') {
      isCanceled.current = true;
      // The import may have ended since this was rendered.
      setState((current) => (current.step === 'importing' ? { ...current, isCanceled: true } : current));
    } else {
      close();
      setState({ step: 'choose', problem: null });
    }
  };
  return {
    state,
    choose: (file) => void choose(file),
    refuse,
    setOptions: (options) => void setOptions(options),
    importBoards: (indexes) => void importBoards(indexes),
    cancel,
  };
}

/** Imports a board, unless the import was canceled meanwhile. */
async function importOne(
  reader: ImportReader,
  index: number,
  board_id: Id,
  isCanceled: { readonly current: boolean },
): Promise<ImportedBoard['problem'] | 'canceled'> {
  if (isCanceled.current) return 'canceled';
  try {
    const records = await reader.board(index, board_id);
    if (isCanceled.current) return 'canceled';
    const rejection = importBoard(records);
    return rejection && { text: rejection.message, isPlanLimit: rejection.code === 'plan_limit' };
  } catch {
    return { text: common.somethingWentWrong(), isPlanLimit: false };
  }
}
