import { useDeferredValue, useEffect } from 'react';
import { NavLink } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/layout';
import { ColorDot } from '../../ui/ColorDot';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { MENU_BUTTON, MENU_SPACE } from '../../ui/menuSpace';
import { BoardMenu } from '../boards';
import { SidebarTimer } from '../timer';
import { ViewLinks } from '../views';
import { MORE_DESTINATIONS } from './destinations';

const TASKS_PATH = '/app/tasks';

const ENTRY =
  'flex items-center gap-2.5 rounded-md px-2.5 text-glass-secondary transition-colors duration-120 hover:bg-hover hover:text-primary aria-[current=page]:bg-hover aria-[current=page]:text-primary h-9 coarse:h-11';

/** The icons of views line up with the names of the entries above them. */
const NESTED = 'pl-7';

/** The sidebar: links to pages that have no icon in the rail, and the user's boards, favorites first. */
export default function Sidebar() {
  // The first frame shows the empty pane, so that the page moves at once.
  const isComplete = useDeferredValue(true, false);
  return (
    <div
      id="side-list"
      className="pane fixed inset-y-0 left-12 z-30 flex w-60 animate-fade flex-col gap-6 overflow-y-auto px-2 py-3 max-md:hidden"
    >
      {isComplete && <SidebarContent />}
    </div>
  );
}

function SidebarContent() {
  const boards = useMirror((mirror) => mirror.boards).filter((board) => !board.is_template);
  const isKnown = useMirror((mirror) => mirror.boards_status === 'ready');
  useEffect(() => {
    if (!isKnown) dispatch({ type: 'load_boards' });
  }, [isKnown]);
  return (
    <>
      <SidebarTimer />
      <nav aria-label={messages.otherPages()}>
        <ul>
          {MORE_DESTINATIONS.map(({ path, name, icon }) => (
            <li key={path}>
              <NavLink to={path} className={ENTRY}>
                <Icon icon={icon} />
                {name()}
              </NavLink>
              {path === TASKS_PATH && <ViewLinks board_id={null} path={path} name={name()} className={NESTED} />}
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-labelledby="my-projects">
        <h2 id="my-projects" className="px-2.5 pb-1 text-sm font-semibold">
          {messages.sidebarBoards()}
        </h2>
        {boards.length === 0 && (
          <p className="px-2.5 text-sm text-glass-secondary">
            {isKnown ? messages.sidebarBoardsEmpty() : messages.sidebarBoardsLoading()}
          </p>
        )}
        <ul>
          {boards.map((board) => (
            <li key={board.id}>
              <div className="group relative">
                <NavLink to={`/app/b/${board.slug}`} title={board.name} className={cx(ENTRY, MENU_SPACE)}>
                  <ColorDot color={board.color} className="mx-0.75" />
                  <span dir="auto" className="truncate">
                    {board.name}
                  </span>
                </NavLink>
                <BoardMenu board={board} location="side" className={MENU_BUTTON} />
              </div>
              <ViewLinks board_id={board.id} path={`/app/b/${board.slug}`} name={board.name} className={NESTED} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
