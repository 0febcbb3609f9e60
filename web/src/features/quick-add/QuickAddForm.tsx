import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { dispatch, mirror } from '../../core/client';
import { useDraft } from '../../core/drafts';
import { type Finder, loadFinder } from '../../core/finder';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import { LOCALE } from '../../messages/format';
import * as messages from '../../messages/quick_add';
import { readQuickAddTarget, storeQuickAddTarget } from '../../platform/quick-add-storage';
import { useFinder } from '../../shell/useFinder';
import { announce } from '../../ui/Announcer';
import { Button } from '../../ui/Button';
import { Select } from '../../ui/Select';
import { displayListName } from '../board';
import { AddedCard, type Added } from './AddedCard';
import { BoardProblem } from './BoardProblem';
import { editsOf } from './editsOf';
import { editLine, ignoreRange, type Line, removeRange } from './line';
import { parseLine } from './parseLine';
import { QuickAddField } from './QuickAddField';
import { suggestedNames } from './suggestedNames';
import { UnderstoodParts } from './UnderstoodParts';
import { usePreparedBoard } from './usePreparedBoard';

interface QuickAddFormProps {
  /** The day of lines that name none; null for none. */
  initialDay: string | null;
  onClose: () => void;
}

/** A line of text that becomes a card, and where it is added. */
export function QuickAddForm({ initialDay, onClose }: QuickAddFormProps) {
  const id = useId();
  const form = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const draft = useDraft('quick-add');
  const [ignored, setIgnored] = useState<Line['ignored']>([]);
  const [due_day, setDueDay] = useState(initialDay);
  const [error, setError] = useState<string | null>(null);
  const [added, setAdded] = useState<Added | null>(null);
  const [chosen, setChosen] = useState(readQuickAddTarget);
  const [open_id] = useState(() => mirror.getState().board?.id);
  const permissions = useMirror((state) => state.permissions);
  const boards = useMirror((state) => state.boards).filter(({ role = 'owner', is_template }) => !is_template && permissions[role].can_edit);
  const boards_status = useMirror((state) => state.boards_status);
  const prepared_board = useMirror((state) => state.prepared_board);
  const user = useMirror((state) => state.user);
  const session = useMirror((state) => state.session);
  const minute = useMirror(({ clock }) => clock.minute);
  // The first frame shows the field, so that typing can start.
  const isComplete = useDeferredValue(true, false);
  const { finder } = useFinder(isComplete);
  useEffect(() => {
    if (isComplete) dispatch({ type: 'load_boards' });
  }, [isComplete]);

  const line: Line = { text: draft.value, ignored };
  const usual = [chosen?.board_id, open_id].flatMap((one) => boards.find((board) => board.id === one) ?? [])[0] ?? boards[0];
  const parse = (using: Finder | null) => parseLine(line, { boards, board: usual }, { prepared_board, session, user, minute, due_day }, using);
  const card = parse(finder);
  const board = boards.find((one) => one.id === card.board_id) ?? usual;
  const { prepared, retry } = usePreparedBoard(isComplete ? board?.id : undefined);
  const lists = prepared?.status === 'ready' ? prepared.lists : [];
  const list = [card.list_id, chosen?.list_id].flatMap((one) => lists.find((other) => other.id === one) ?? [])[0] ?? lists[0];

  const changeLine = (next: Line) => {
    setIgnored(next.ignored);
    setError(null);
    if (next.text === line.text) return;
    setAdded(null);
    draft.change(next.text);
  };
  const chooseBoard = (board_id: string) => {
    setChosen({ board_id, list_id: '' });
    const token = card.tokens.find(({ kind }) => kind === 'board');
    if (token) changeLine(removeRange(line, token.range));
  };
  const chooseList = (list_id: string) => {
    if (board) setChosen({ board_id: board.id, list_id });
    const token = card.tokens.find(({ kind }) => kind === 'board');
    if (token && card.list_id !== null) changeLine(removeRange(line, token.range));
  };
  const add = (opensCard: boolean, using: Finder | null) => {
    if (!board || !list) return;
    const parsed = parse(using);
    const rejection = dispatch({ type: 'quick_add', board_id: board.id, list_id: list.id, title: parsed.title, edits: editsOf(parsed) });
    if (rejection) {
      setError(rejection.message);
      return;
    }
    storeQuickAddTarget({ board_id: board.id, list_id: list.id });
    setChosen({ board_id: board.id, list_id: list.id });
    setIgnored([]);
    setError(null);
    draft.discard();
    const card_id = mirror.getState().prepared_board?.added_card_id;
    const path = card_id ? `/app/b/${board.slug}?card=${card_id}` : `/app/b/${board.slug}`;
    announce(messages.addedAnnouncement({ board: board.name }));
    if (opensCard) {
      onClose();
      void navigate(path);
    } else setAdded({ board: board.name, path });
  };
  const createBoard = () => {
    const rejection = dispatch({ type: 'add_board', name: messages.firstBoard(), first_list: messages.firstList() });
    if (rejection) setError(rejection.message);
    // The button is gone then.
    else form.current?.querySelector('textarea')?.focus();
  };
  const submit = (opensCard: boolean) => {
    if (finder) add(opensCard, finder);
    // What was typed fast must be understood too.
    else void loadFinder().then((loaded) => add(opensCard, loaded), () => add(opensCard, null));
  };

  return (
    <div ref={form} className="flex min-h-0 flex-col">
      <QuickAddField
        value={line.text}
        onValueChange={(text) => changeLine(editLine(line, text))}
        tokens={card.tokens}
        onIgnore={(range) => changeLine(ignoreRange(line, range))}
        onSubmit={submit}
        finder={finder}
        names={suggestedNames(boards, board, lists, finder)}
        describedBy={`${id}-parts ${id}-error ${id}-language`}
        isInvalid={error !== null}
      />
      <div className="flex flex-col gap-3 overflow-y-auto border-t border-line p-3">
        {error && (
          <p id={`${id}-error`} role="alert" className="px-1 text-sm text-danger">
            {error}
          </p>
        )}
        {LOCALE !== 'en' && (
          <p id={`${id}-language`} className="px-1 text-sm text-secondary">
            {messages.englishOnly({
              example: (text) => (
                <span lang="en" className="whitespace-nowrap text-primary">
                  {text}
                </span>
              ),
            })}
          </p>
        )}
        <div id={`${id}-parts`} className="empty:hidden">
          <UnderstoodParts
            card={card}
            members={board?.members ?? []}
            onRemoveDay={() => setDueDay(null)}
            onIgnore={(kind) => changeLine(card.tokens.filter((token) => token.kind === kind).reduce((next, { range }) => ignoreRange(next, range), line))}
          />
        </div>
        {isComplete && board && (
          <div className="flex flex-wrap items-center gap-2">
            <Select
              label={common.board()}
              className="min-w-0 flex-1 basis-36"
              value={board.id}
              options={boards.map((one) => ({ value: one.id, text: one.name }))}
              onValueChange={chooseBoard}
            />
            {list && (
              <Select
                label={messages.list()}
                className="min-w-0 flex-1 basis-28"
                value={list.id}
                options={lists.map((one) => ({ value: one.id, text: displayListName(one.name) }))}
                onValueChange={chooseList}
              />
            )}
            <Button variant="primary" className="ms-auto" disabled={!list} onClick={() => submit(false)}>
              {common.add()}
            </Button>
          </div>
        )}
        {isComplete && <BoardProblem board={board} boards_status={boards_status} prepared={prepared} onRetry={retry} onCreateBoard={createBoard} onClose={onClose} />}
        {added && <AddedCard added={added} onOpen={onClose} />}
      </div>
    </div>
  );
}
