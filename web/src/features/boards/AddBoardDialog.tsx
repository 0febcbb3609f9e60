import type { Rejection } from '@twentyfour/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useDraft } from '../../core/drafts';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/boards';
import * as common from '../../messages/common';
import * as plans from '../../messages/plans';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { PlanLimit, PLANS_PATH } from '../plans';

/** A dialog that creates a board, or explains the plan limit. */
export function AddBoardDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const limit = useMirror(({ limits }) => limits.boards);
  return (
    <Dialog open={open} onClose={onClose} title={messages.addDialogTitle()}>
      {limit === null ? <NameForm onDone={onClose} /> : <PlanLimit>{limit}</PlanLimit>}
    </Dialog>
  );
}

/** A separate component, so that its state resets whenever the dialog opens; the draft remains. */
function NameForm({ onDone }: { onDone: () => void }) {
  const name = useDraft('boards/name');
  const [rejection, setRejection] = useState<Rejection | null>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const result = dispatch({ type: 'add_board', name: name.value });
    setRejection(result);
    if (result) return;
    name.discard();
    onDone();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <Field
        label={common.boardName()}
        autoFocus
        value={name.value}
        autoComplete="off"
        error={rejection?.message ?? null}
        onChange={(event) => {
          name.change(event.target.value);
          setRejection(null);
        }}
      />
      <div className="flex items-center justify-end gap-4">
        {/* A limit that the app did not know yet appears as a rejection. */}
        {rejection?.code === 'plan_limit' && (
          <Link to={PLANS_PATH} className="text-accent-text underline-offset-4 hover:underline">
            {plans.seePlans()}
          </Link>
        )}
        <Button type="submit" variant="primary">
          {messages.addBoard()}
        </Button>
      </div>
    </form>
  );
}
