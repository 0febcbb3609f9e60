import type { Board, Rejection } from '@twentyfour/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useDraft } from '../../core/drafts';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/boards';
import * as common from '../../messages/common';
import * as plans from '../../messages/plans';
import { Button } from '../../ui/Button';
import { ColorDot } from '../../ui/ColorDot';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { LazyPanel } from '../../ui/LazyPanel';
import { PlanLimit, PLANS_PATH } from '../plans';
import { DuplicateBoardDialog } from './duplicateDialog';

interface AddBoardDialogProps {
  open: boolean;
  onClose: () => void;
  /** Opens the dialog for importing boards instead. */
  onImport: () => void;
}

/** A dialog that creates a board, or explains the plan limit. */
export function AddBoardDialog({ open, onClose, onImport }: AddBoardDialogProps) {
  const limit = useMirror(({ limits }) => limits.boards);
  const templates = useMirror((mirror) => mirror.boards).filter((board) => board.is_template);
  // The template that is used, whose dialog replaces this one.
  const [template, setTemplate] = useState<Board | null>(null);
  const use = (chosen: Board) => {
    onClose();
    setTemplate(chosen);
  };
  return (
    <>
      <Dialog open={open} onClose={onClose} title={messages.addDialogTitle()}>
        {limit === null ? <NameForm onDone={onClose} onImport={onImport} /> : <PlanLimit>{limit}</PlanLimit>}
        {limit === null && templates.length > 0 && <OwnTemplates templates={templates} onUse={use} />}
      </Dialog>
      {template && (
        <LazyPanel component={DuplicateBoardDialog} open onClose={() => setTemplate(null)}>
          <DuplicateBoardDialog board={template} purpose="use_template" onClose={() => setTemplate(null)} />
        </LazyPanel>
      )}
    </>
  );
}

/** The user's templates, each as a button. */
function OwnTemplates({ templates, onUse }: { templates: readonly Board[]; onUse: (template: Board) => void }) {
  return (
    <section aria-labelledby="own-templates" className="mt-5 border-t border-line pt-4">
      <h3 id="own-templates" className="mb-1 text-sm font-medium">
        {messages.ownTemplates()}
      </h3>
      <ul className="-mx-2 max-h-60 overflow-y-auto">
        {templates.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              onClick={() => onUse(template)}
              className="flex h-9 w-full items-center gap-2.5 rounded-sm px-2 text-left transition-colors duration-120 hover:bg-hover coarse:h-11"
            >
              <ColorDot color={template.color} />
              <span className="truncate">{template.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A separate component, so that its state resets whenever the dialog opens; the draft remains. */
function NameForm({ onDone, onImport }: { onDone: () => void; onImport: () => void }) {
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
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <Button variant="quiet" onClick={onImport} className="-ml-4 mr-auto">
          {messages.importAction()}
        </Button>
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
