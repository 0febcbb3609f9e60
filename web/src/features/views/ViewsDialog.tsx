import { useEffect } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/views';
import { Dialog } from '../../ui/Dialog';
import { ViewLinks } from './ViewLinks';
import { useViews } from './views';

/** A dialog with the saved views by page, for phones, which have no sidebar. */
export function ViewsDialog({ onClose }: { onClose: () => void }) {
  const views = useViews();
  const areBoardsLoaded = useMirror((mirror) => mirror.boards_status === 'ready');
  const boards = useMirror((mirror) => mirror.boards).filter(({ id }) => views.some(({ board_id }) => board_id === id));
  useEffect(() => void dispatch({ type: 'load_boards' }), []);
  const pages = [
    ...(views.some(({ board_id }) => board_id === null) ? [{ board_id: null, path: '/app/tasks', name: common.tasks() }] : []),
    ...boards.map(({ id, slug, name }) => ({ board_id: id, path: `/app/b/${slug}`, name })),
  ];
  // Boards that are not loaded may have views.
  const isEmpty = pages.length === 0 && (areBoardsLoaded || views.length === 0);
  return (
    <Dialog open onClose={onClose} title={common.views()}>
      {isEmpty && <p className="text-secondary">{messages.empty()}</p>}
      <div className="flex flex-col gap-4">
        {pages.map((page) => (
          <section key={page.path} aria-label={page.name}>
            <h3 dir="auto" className="truncate text-sm font-semibold">
              {page.name}
            </h3>
            {/* Its icons line up with the heading. */}
            <ViewLinks {...page} onOpen={onClose} className="-mx-2.5" />
          </section>
        ))}
      </div>
    </Dialog>
  );
}
