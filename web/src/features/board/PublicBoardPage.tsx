import type { BoardView, CardDetails, CardView, Id } from '@twentyfour/core';
import { CloudOff, Link2Off } from 'lucide-react';
import { type CSSProperties, useEffect, useId, useState } from 'react';
import { useParams } from 'react-router';
import '../../shell/print-page.css';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import * as card_messages from '../../messages/card';
import * as common from '../../messages/common';
import { Button, buttonClassName } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Dialog } from '../../ui/Dialog';
import { EmptyState } from '../../ui/EmptyState';
import { Logo } from '../../ui/Logo';
import { Markdown } from '../../ui/Markdown';
import { ReadingPage } from '../../ui/ReadingPage';
import { srOnly } from '../../ui/srOnly';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { BoardSkeleton } from './BoardSkeleton';
import { CardContent, doneId } from './CardContent';
import { DueDateBadge } from './DueDateBadge';
import { LabelChip } from './LabelChip';
import { LIST_WIDTH } from './listWidth';
import { PriorityBadge } from './priorities';
import { displayListName } from './text';

/** The page of a public link: a board that anybody may read, without an account. */
export function PublicBoardPage() {
  const { code = '' } = useParams();
  const shown = useMirror(({ public_board }) => (public_board?.code === code ? public_board : null));
  const name = shown?.board?.board.name;
  useDocumentTitle(name === undefined ? common.productName() : messages.documentTitle({ name }));

  useEffect(() => {
    dispatch({ type: 'open_public_board', code });
    return () => {
      dispatch({ type: 'close_public_board' });
    };
  }, [code]);

  if (shown?.rejection) {
    const isInvalid = shown.rejection.code === 'not_found';
    return (
      <ReadingPage>
        <EmptyState
          icon={isInvalid ? Link2Off : CloudOff}
          isPage
          title={isInvalid ? messages.publicInvalidTitle() : messages.loadFailedTitle()}
          action={
            isInvalid ? (
              <a href="/" className={buttonClassName('primary')}>
                {messages.publicHome()}
              </a>
            ) : (
              <Button variant="primary" onClick={() => dispatch({ type: 'open_public_board', code })}>
                {common.tryAgain()}
              </Button>
            )
          }
        >
          {isInvalid ? messages.publicInvalidHint() : shown.rejection.message}
        </EmptyState>
      </ReadingPage>
    );
  }
  return (
    <main data-public-board className="flex h-dvh flex-col">
      <header className="flex min-h-14 shrink-0 items-center gap-3 px-4 py-2 sm:px-6">
        <a href="/" aria-label={common.productName()} className="shrink-0 rounded-sm">
          <Logo className="size-8" />
        </a>
        {name !== undefined && (
          <h1 title={name} dir="auto" className="min-w-0 truncate text-lg font-semibold tracking-tight">
            {name}
          </h1>
        )}
      </header>
      {shown?.board ? <PublicLists view={shown.board} details={shown.details} /> : <BoardSkeleton />}
    </main>
  );
}

interface PublicListsProps {
  view: BoardView;
  details: readonly CardDetails[];
}

/** The lists with their cards, and the card that is open. */
function PublicLists({ view: { lists, cards }, details }: PublicListsProps) {
  const [opened, setOpened] = useState<Id | null>(null);
  const by_id = new Map(cards.map((card) => [card.id, card]));
  const card = opened === null ? undefined : by_id.get(opened);
  const card_details = details.find(({ id }) => id === opened);
  return (
    // Positioned like the cards of each list, so that texts for screen readers scroll with them and do not widen the page.
    <div className="relative flex min-h-0 flex-1 items-start gap-3 overflow-x-auto px-4 pt-2 pb-4 max-sm:snap-x max-sm:snap-proximity max-sm:scroll-px-4 sm:px-6">
      {lists.length === 0 && <p className="text-secondary">{messages.publicEmpty()}</p>}
      {lists.map(({ id, name, color, card_ids }) => (
        <section
          key={id}
          style={{ '--list-color': color } as CSSProperties}
          aria-label={displayListName(name)}
          className={cx(LIST_WIDTH, 'flex max-h-full shrink-0 snap-start flex-col rounded-lg list-pane ring-1 ring-line ring-inset')}
        >
          <div className="flex items-baseline gap-2 px-3.5 pt-3 pb-2">
            <h2 dir="auto" className="min-w-0 flex-1 font-semibold wrap-anywhere">
              {displayListName(name)}
            </h2>
            <span className="digits text-sm text-secondary">{messages.listCount({ count: card_ids.length, srOnly })}</span>
          </div>
          {card_ids.length === 0 && <p className="px-3.5 pb-3 text-sm text-secondary">{messages.publicListEmpty()}</p>}
          <ul className="scroll-edges relative flex min-h-0 flex-col gap-2 overflow-y-auto px-2 pt-1 pb-2 empty:hidden">
            {card_ids.map((card_id) => {
              const shown = by_id.get(card_id);
              return shown && <PublicCard key={card_id} card={shown} onOpen={setOpened} />;
            })}
          </ul>
        </section>
      ))}
      {card && card_details && (
        <Dialog open onClose={() => setOpened(null)} title={card.title}>
          <PublicCardDetails card={card} details={card_details} />
        </Dialog>
      )}
    </div>
  );
}

function PublicCard({ card, onOpen }: { card: CardView; onOpen: (id: Id) => void }) {
  const details_id = useId();
  return (
    <li>
      <button
        type="button"
        data-printed
        aria-label={card.title}
        aria-describedby={cx(card.priority === 'completed' && doneId(details_id), details_id)}
        onClick={() => onOpen(card.id)}
        className="w-full rounded-md bg-(--card-bg) px-3 py-2.5 text-start compact:px-2.5 compact:py-1.5 coarse:min-h-11 ring-1 ring-line ring-inset hover:bg-(--card-bg-hover)"
      >
        <CardContent card={card} details_id={details_id} focused={0} timerState="none" />
      </button>
    </li>
  );
}

function PublicCardDetails({ card, details: { description, subtasks } }: { card: CardView; details: CardDetails }) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm empty:hidden">
        {card.priority !== 'low' && <PriorityBadge priority={card.priority} />}
        <DueDateBadge due_date={card.due_date} due_status={card.due_status} />
        {card.labels.length > 0 && (
          <span className="flex min-w-0 flex-wrap gap-1">
            {card.labels.map((label) => (
              <LabelChip key={label} label={label} wraps />
            ))}
          </span>
        )}
      </div>
      {description === '' && subtasks.length === 0 && <p className="text-secondary">{card_messages.noDescription()}</p>}
      {description !== '' && <Markdown text={description} />}
      {subtasks.length > 0 && (
        <ul aria-label={card_messages.subtasks()}>
          {subtasks.map(({ id, title, is_done }) => (
            <li key={id} className="flex items-start gap-2 py-1">
              <input type="checkbox" aria-label={title} checked={is_done} disabled readOnly className="mt-1 size-4 shrink-0" />
              <span aria-hidden dir="auto" className={is_done ? 'min-w-0 flex-1 text-secondary line-through wrap-anywhere' : 'min-w-0 flex-1 wrap-anywhere'}>
                {title}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
