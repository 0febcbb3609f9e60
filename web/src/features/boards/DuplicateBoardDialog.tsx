import type { Board, Rejection } from '@twentyfour/core';
import { type FormEvent, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as board_messages from '../../messages/board';
import * as messages from '../../messages/boards';
import * as common from '../../messages/common';
import * as plans from '../../messages/plans';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { PlanLimit, PLANS_PATH } from '../plans';

/** What is made of the board: another board, a template, or a board from a template. */
export type DuplicatePurpose = 'duplicate' | 'save_template' | 'use_template';

const TEXTS: Record<DuplicatePurpose, { title: () => string; name: () => string; submit: () => string }> = {
  duplicate: { title: messages.duplicateTitle, name: common.boardName, submit: messages.duplicate },
  save_template: { title: messages.saveTemplate, name: messages.templateName, submit: common.save },
  use_template: { title: messages.templateUseTitle, name: common.boardName, submit: messages.addBoard },
};

interface DuplicateBoardDialogProps {
  board: Board;
  purpose: DuplicatePurpose;
  onClose: () => void;
}

/** A dialog that copies a board under another name, or explains the plan limit. */
export function DuplicateBoardDialog({ board, purpose, onClose }: DuplicateBoardDialogProps) {
  const limit = useMirror(({ limits }) => limits.boards);
  return (
    <Dialog open onClose={onClose} title={TEXTS[purpose].title()}>
      {limit === null ? <DuplicateForm board={board} purpose={purpose} onClose={onClose} /> : <PlanLimit>{limit}</PlanLimit>}
    </Dialog>
  );
}

function DuplicateForm({ board, purpose, onClose }: DuplicateBoardDialogProps) {
  const board_id = board.id;
  const [name, setName] = useState(() => (purpose === 'duplicate' ? messages.duplicateName({ name: board.name }) : board.name));
  const [includes_cards, setIncludesCards] = useState(true);
  const [rejection, setRejection] = useState<Rejection | null>(null);
  const status = useMirror(({ prepared_board }) => (prepared_board?.board_id === board_id ? prepared_board.status : 'loading'));
  const prepare = () => dispatch({ type: 'prepare_board', board_id });
  // Before the first paint, because most boards are ready at once.
  useLayoutEffect(() => {
    dispatch({ type: 'prepare_board', board_id });
    return () => {
      dispatch({ type: 'prepare_board', board_id: null });
    };
  }, [board_id]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (status !== 'ready') return;
    const result = dispatch({ type: 'duplicate_board', board_id, name, includes_cards, is_template: purpose === 'save_template' });
    setRejection(result);
    if (!result) onClose();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={TEXTS[purpose].name()}
        autoFocus
        value={name}
        autoComplete="off"
        error={rejection?.message ?? null}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setName(event.target.value);
          setRejection(null);
        }}
      />
      {purpose !== 'use_template' && (
        <label className="flex h-9 cursor-pointer items-center gap-2 coarse:h-11">
          <input
            type="checkbox"
            checked={includes_cards}
            onChange={(event) => setIncludesCards(event.target.checked)}
            className="size-4"
          />
          {messages.duplicateIncludeCards()}
        </label>
      )}
      <div className="flex flex-wrap items-center justify-end gap-4">
        {status === 'failed' ? (
          <>
            <p role="alert" className="grow">
              {board_messages.loadFailedTitle()}
            </p>
            <Button onClick={prepare}>{common.tryAgain()}</Button>
          </>
        ) : (
          status === 'loading' && (
            <p role="status" className="grow text-secondary">
              {board_messages.loading()}
            </p>
          )
        )}
        {/* A limit that the app did not know yet appears as a rejection. */}
        {rejection?.code === 'plan_limit' && (
          <Link to={PLANS_PATH} className="text-accent-text underline-offset-4 hover:underline">
            {plans.seePlans()}
          </Link>
        )}
        <Button type="submit" variant="primary" disabled={status !== 'ready'}>
          {TEXTS[purpose].submit()}
        </Button>
      </div>
    </form>
  );
}
