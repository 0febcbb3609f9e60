import { CloudOff, SearchX, UserX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useStore } from 'zustand';
import { dispatch } from '../../core/client';
import { useBoardPermissions, useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/board';
import * as sharing from '../../messages/sharing';
import { Button, buttonClassName } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { lazyComponent } from '../../ui/lazyComponent';
import { LazyPanel } from '../../ui/LazyPanel';
import { ReadingPage } from '../../ui/ReadingPage';
import { SectionError } from '../../ui/SectionErrorBoundary';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { usePreload } from '../../ui/usePreload';
import { BoardBackground, BoardBackgroundCredit } from './BoardBackground';
import { BoardHeader } from './BoardHeader';
import { BoardLists, preloadBoardTools } from './BoardLists';
import { BoardSkeleton } from './BoardSkeleton';
import { preloadCardMenu } from './CardMenu';
import { preloadPrint } from './ListMenu';
import { closeTransfer, transferStore } from './transfer';
import { useFilterBar } from './useFilterBar';
import { useOpenCard } from './useOpenCard';

const FilterBar = lazyComponent(() => import('./FilterBar'));
const FilterAddress = lazyComponent(() => import('./FilterAddress'));
const CardDialog = lazyComponent(async () => ({ default: (await import('./card/CardDialog')).CardDialog }));
const BoardActivityPanel = lazyComponent(async () => ({ default: (await import('./BoardActivity')).BoardActivityPanel }));
const BoardPanel = lazyComponent(async () => ({ default: (await import('./BoardPanel')).BoardPanel }));
const TransferDialog = lazyComponent(async () => ({ default: (await import('./TransferDialog')).TransferDialog }));

const ShareDialog = lazyComponent(async () => ({ default: (await import('../sharing')).ShareDialog }));

const PRELOADED = [
  FilterAddress.preload,
  FilterBar.preload,
  preloadBoardTools,
  preloadCardMenu,
  CardDialog.preload,
  BoardPanel.preload,
  BoardActivityPanel.preload,
  ShareDialog.preload,
  TransferDialog.preload,
  preloadPrint,
];

/** Loads what the board's page opens on demand. */
export const preloadBoardParts = () => Promise.all(PRELOADED.map((load) => load()));

/** The page of a board: its lists side by side, with their cards. */
export function BoardPage() {
  const { boardSlug: slug = '' } = useParams();
  const status = useMirror((mirror) => (mirror.open_slug === slug ? mirror.open_status : 'loading'));
  const board = useMirror((mirror) => (mirror.open_slug === slug ? mirror.board : null));
  // Known from the list of boards before the board itself has loaded.
  const known = useMirror((mirror) => mirror.boards.find((one) => one.slug === slug) ?? null);
  const { card_id, open, close } = useOpenCard();
  // The first screen of a board that is still being read lacks some cards.
  const canOpenCard = useMirror((mirror) => card_id !== null && (mirror.open_status === 'ready' || mirror.cards.has(card_id)));
  const bar = useFilterBar();
  usePreload(PRELOADED);
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  const [isShareOpen, setIsShareOpen] = useState(false);
  const [isActivityOpen, setIsActivityOpen] = useState(false);
  // The picture that is previewed in the panel and not saved yet.
  const [preview, setPreview] = useState<string | undefined>(undefined);
  const hasWallpaper = useMirror(({ preferences }) => preferences.wallpaper_pages === 'every');
  const { can_edit_board } = useBoardPermissions();
  const { transfer } = useStore(transferStore);
  const shown = board ?? (status === 'loading' ? known : null);
  useDocumentTitle(shown ? messages.documentTitle({ name: shown.name }) : common.boards());

  useEffect(() => {
    dispatch({ type: 'open_board', slug });
    return () => {
      closeTransfer();
      dispatch({ type: 'close_board' });
    };
  }, [slug]);

  if (status === 'not_found' || status === 'access_lost') {
    const isLost = status === 'access_lost';
    return (
      <ReadingPage>
        <EmptyState
          icon={isLost ? UserX : SearchX}
          isPage
          title={isLost ? messages.accessLostTitle() : messages.notFoundTitle()}
          action={
            <Link to="/app/b" className={buttonClassName('primary')}>
              {common.goToBoards()}
            </Link>
          }
        >
          {isLost ? messages.accessLostHint() : messages.notFoundHint()}
        </EmptyState>
      </ReadingPage>
    );
  }
  if (status === 'failed') {
    return (
      <ReadingPage>
        <EmptyState
          icon={CloudOff}
          isPage
          title={messages.loadFailedTitle()}
          action={
            <Button variant="primary" onClick={() => dispatch({ type: 'open_board', slug })}>
              {common.tryAgain()}
            </Button>
          }
        >
          {common.checkConnection()}
        </EmptyState>
      </ReadingPage>
    );
  }

  const picture = (can_edit_board ? preview : undefined) ?? shown?.image;
  return (
    <div className="flex h-[calc(100dvh-var(--banner))] flex-col max-md:h-[calc(100dvh-var(--foot)-env(safe-area-inset-bottom)-var(--banner))]">
      {picture && <BoardBackground image={picture} />}
      <BoardHeader
        board={shown}
        isOverImage={Boolean(picture) || hasWallpaper}
        isFiltering={bar.isOpen}
        onFilter={bar.toggle}
        onSettings={() => setIsPanelOpen(true)}
        onActivity={() => setIsActivityOpen(true)}
        onShare={() => setIsShareOpen(true)}
      >
        {bar.isOpen && (
          // As high as the bar, which may load after the board.
          <div className="min-h-10 max-sm:min-h-25">
            {board && !bar.isAwaited && (
              <LazyPanel component={FilterBar} open onClose={bar.close}>
                <FilterBar key={board.id} input={bar.input} onClose={bar.close} />
              </LazyPanel>
            )}
          </div>
        )}
      </BoardHeader>
      {board && !bar.isAwaited ? <BoardLists key={board.id} isBlocked={card_id !== null} onOpenCard={open} /> : <BoardSkeleton />}
      {picture && <BoardBackgroundCredit image={picture} />}
      {board && (
        <LazyPanel component={FilterAddress} open onClose={bar.onNoFilter} hasFailureToast={false}>
          <FilterAddress key={board.id} board_id={board.id} onNoFilter={bar.onNoFilter} />
        </LazyPanel>
      )}
      {board && transfer && (
        <LazyPanel component={TransferDialog} open onClose={closeTransfer}>
          <TransferDialog transfer={transfer} onClose={closeTransfer} />
        </LazyPanel>
      )}
      {board && card_id !== null && canOpenCard && (
        <ErrorBoundary
          key={card_id}
          renderError={(error, retry) => (
            <ErrorDialog title={messages.card()} sectionName={messages.cardErrorSection()} error={error} onRetry={retry} onClose={close} />
          )}
        >
          <LazyPanel component={CardDialog} open onClose={close}>
            <CardDialog id={card_id} onClose={close} />
          </LazyPanel>
        </ErrorBoundary>
      )}
      {board && (
        <ErrorBoundary
          key={`panel ${board.id}`}
          renderError={(error, retry) =>
            isPanelOpen && (
              <ErrorDialog
                title={messages.settings()}
                sectionName={messages.settingsErrorSection()}
                error={error}
                onRetry={retry}
                onClose={() => setIsPanelOpen(false)}
              />
            )
          }
        >
          <LazyPanel component={BoardPanel} open={isPanelOpen} onClose={() => setIsPanelOpen(false)}>
            <BoardPanel
              board={board}
              open={isPanelOpen}
              preview={preview}
              onPreview={setPreview}
              onClose={() => setIsPanelOpen(false)}
            />
          </LazyPanel>
        </ErrorBoundary>
      )}
      {board && (
        <ErrorBoundary
          key={`activity ${board.id}`}
          renderError={(error, retry) =>
            isActivityOpen && (
              <ErrorDialog
                title={messages.activity()}
                sectionName={messages.activityErrorSection()}
                error={error}
                onRetry={retry}
                onClose={() => setIsActivityOpen(false)}
              />
            )
          }
        >
          <LazyPanel component={BoardActivityPanel} open={isActivityOpen} onClose={() => setIsActivityOpen(false)}>
            <BoardActivityPanel open={isActivityOpen} onClose={() => setIsActivityOpen(false)} />
          </LazyPanel>
        </ErrorBoundary>
      )}
      {board && (
        <ErrorBoundary
          key={`share ${board.id}`}
          renderError={(error, retry) =>
            isShareOpen && (
              <ErrorDialog
                title={sharing.share()}
                sectionName={messages.shareErrorSection()}
                error={error}
                onRetry={retry}
                onClose={() => setIsShareOpen(false)}
              />
            )
          }
        >
          <LazyPanel component={ShareDialog} open={isShareOpen} onClose={() => setIsShareOpen(false)}>
            <ShareDialog board={board} open={isShareOpen} onClose={() => setIsShareOpen(false)} />
          </LazyPanel>
        </ErrorBoundary>
      )}
    </div>
  );
}

interface ErrorDialogProps {
  title: string;
  /** The name of the part that failed, as it is within a sentence. */
  sectionName: string;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** A dialog with the error of a part of the board that could not be rendered. */
function ErrorDialog({ title, sectionName, error, onRetry, onClose }: ErrorDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <SectionError sectionName={sectionName} error={error} onRetry={onRetry} />
    </Dialog>
  );
}
