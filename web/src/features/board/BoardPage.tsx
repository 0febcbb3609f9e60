import { CloudOff, SearchX } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button, buttonClasses } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { classes } from '../../ui/classes';
import { useTitle } from '../../ui/useTitle';
import { BoardLists } from './BoardLists';
import { BoardPicture } from './BoardPicture';
import { BoardSkeleton } from './BoardSkeleton';
import { CardDialog } from './card/CardDialog';
import { useOpenCard } from './useOpenCard';

/** A single board: its lists beside each other, its cards in them. */
export function BoardPage() {
  const { boardSlug: slug = '' } = useParams();
  const status = useMirror((mirror) => (mirror.open_slug === slug ? mirror.open_status : 'loading'));
  const board = useMirror((mirror) => (mirror.open_slug === slug ? mirror.board : null));
  // Known from the list of boards before the board itself has come.
  const known = useMirror((mirror) => mirror.boards.find((one) => one.slug === slug) ?? null);
  const { card_id, open, close } = useOpenCard();
  const shown = board ?? (status === 'loading' ? known : null);
  useTitle(shown ? `Boards - ${shown.name}` : 'Boards');

  useEffect(() => {
    dispatch({ type: 'open_board', slug });
    return () => {
      dispatch({ type: 'close_board' });
    };
  }, [slug]);

  if (status === 'not_found') {
    return (
      <EmptyState
        icon={SearchX}
        title="This board does not exist"
        action={
          <Link to="/app/b" className={buttonClasses('primary')}>
            Go to My Boards
          </Link>
        }
      >
        It may have been deleted, or it belongs to somebody else.
      </EmptyState>
    );
  }
  if (status === 'failed') {
    return (
      <EmptyState
        icon={CloudOff}
        title="This board could not be loaded"
        action={
          <Button look="primary" onClick={() => dispatch({ type: 'open_board', slug })}>
            Try again
          </Button>
        }
      >
        Check the connection, then try again.
      </EmptyState>
    );
  }

  return (
    <div className="flex h-dvh flex-col max-md:h-[calc(100dvh-3.5rem-env(safe-area-inset-bottom))]">
      {shown?.image && <BoardPicture image={shown.image} />}
      <header className={classes('flex min-h-16 items-center gap-2 px-4 pt-3 pb-2 sm:px-6', shown?.image && 'pane mb-3')}>
        <nav aria-label="Breadcrumb" className="shrink-0">
          <Link
            to="/app/b"
            // The board's own colour, moved towards the text's so that it can be read on either theme.
            style={{ '--board': shown?.color ?? 'var(--accent-text)' } as CSSProperties}
            className="inline-flex min-h-9 coarse:min-h-11 items-center rounded-sm text-lg font-medium text-[color-mix(in_oklab,var(--board)_60%,var(--global-text-primary))] underline-offset-4 hover:underline"
          >
            Boards /
          </Link>
        </nav>
        <h1 title={shown?.name} className="truncate text-lg font-semibold tracking-tight">
          {shown?.name}
        </h1>
      </header>
      {board ? <BoardLists isBlocked={card_id !== null} onOpenCard={open} /> : <BoardSkeleton />}
      {board && card_id !== null && <CardDialog key={card_id} id={card_id} onClose={close} />}
    </div>
  );
}
