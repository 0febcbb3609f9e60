import * as RadixDialog from '@radix-ui/react-dialog';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/palette';
import { readRecentPlaces } from '../../platform/recent-places';
import { availableCommands } from '../../shell/commands/dispatcher';
import { DialogCloseButton } from '../../ui/DialogCloseButton';
import { DialogFrame } from '../../ui/DialogFrame';
import { usePreviousFocus } from '../../ui/focus';
import { Highlight } from '../../ui/Highlight';
import { Icon } from '../../ui/Icon';
import { Keys } from '../../ui/Keys';
import { useViews, viewPath } from '../views';
import { placesOwner } from './placesOwner';
import { paletteGroups, type PaletteRow, type PaletteView } from './rows';
import { useFinder } from '../../shell/useFinder';

interface PalettePanelProps {
  onClose: () => void;
}

/** Returns the saved views of the user's boards and of the Tasks page. */
function usePaletteViews(): readonly PaletteView[] {
  const views = useViews();
  const boards = useMirror((state) => state.boards);
  useEffect(() => void dispatch({ type: 'load_boards' }), []);
  return useMemo(
    () =>
      views.flatMap((view) => {
        const path = viewPath(view, boards);
        const context = boards.find(({ id }) => id === view.board_id)?.name ?? common.tasks();
        return path === null ? [] : [{ path, name: view.name, context }];
      }),
    [views, boards],
  );
}

/** The open command palette: a search field, and below it commands, boards, cards, notes and settings. */
export default function PalettePanel({ onClose }: PalettePanelProps) {
  const findPreviousFocus = usePreviousFocus(true);
  const navigate = useNavigate();
  // Read before the dialog takes the focus, on which commands may depend.
  const [commands] = useState(() => availableCommands().filter((id) => id !== 'open_palette'));
  const [recentPlaces] = useState(() => readRecentPlaces(placesOwner(mirror.getState()) ?? ''));
  const views = usePaletteViews();
  const finderState = useFinder();
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const chosen = useRef<PaletteRow | null>(null);

  const groups = useMemo(
    () => paletteGroups(query, { ...finderState, commands, recentPlaces, views, openPath: (path) => void navigate(path) }),
    [query, finderState, commands, recentPlaces, views, navigate],
  );
  const rows = groups.flatMap((group) => group.rows);
  const isSearching = query.trim() !== '';
  const count = isSearching ? rows.length - 1 : rows.length;
  const active = rows.some(({ id }) => id === selected) ? selected : (rows[0]?.id ?? '');
  const choose = (row: PaletteRow) => {
    chosen.current = row;
    onClose();
  };

  return (
    <DialogFrame
      onClose={onClose}
      findFocusTarget={findPreviousFocus}
      // A command may move the focus, so the previous element gets it back first.
      onClosed={() => chosen.current?.run()}
      className="animate-appear max-sm:inset-0 max-sm:pb-[env(safe-area-inset-bottom)] sm:top-[12dvh] sm:left-1/2 sm:max-h-[70dvh] sm:w-[90%] sm:max-w-160 sm:-translate-x-1/2 sm:rounded-lg"
    >
      <RadixDialog.Title className="sr-only">{messages.title()}</RadixDialog.Title>
      <Command
        label={messages.placeholder()}
        shouldFilter={false}
        loop
        vimBindings={false}
        value={active}
        onValueChange={setSelected}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="flex items-center gap-2 border-b border-line pr-2 pl-4">
          <Icon icon={Search} className="shrink-0 text-secondary" />
          <Command.Input
            value={query}
            onValueChange={(text) => {
              setQuery(text);
              setSelected('');
              if (list.current) list.current.scrollTop = 0;
            }}
            placeholder={messages.placeholder()}
            autoFocus
            maxLength={200}
            className="h-13 min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-secondary"
          />
          <DialogCloseButton />
        </div>
        <p role="status" className="sr-only">
          {isSearching && messages.resultCount({ count })}
        </p>
        <Command.List ref={list} label={messages.results()} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
          {count === 0 && isSearching && (
            <p aria-hidden className="px-3 py-6 text-center wrap-anywhere text-secondary">
              {messages.noResults({ query: query.trim() })}
            </p>
          )}
          {groups.map(({ name, rows: groupRows }) => (
            <Command.Group
              key={name ?? ''}
              heading={name}
              className="not-first:mt-1 [&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-secondary"
            >
              {groupRows.map((row) => (
                <Row key={row.id} row={row} onChoose={choose} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </DialogFrame>
  );
}

interface RowProps {
  row: PaletteRow;
  onChoose: (row: PaletteRow) => void;
}

function Row({ row, onChoose }: RowProps) {
  const { id, icon, ranges, context, keys } = row;
  const title = row.title || messages.untitledNote();
  return (
    <Command.Item
      value={id}
      onSelect={() => onChoose(row)}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 select-none data-[selected=true]:bg-hover coarse:min-h-12"
    >
      <Icon icon={icon} className="shrink-0 text-secondary" />
      <span dir="auto" title={title} className="min-w-0 truncate">
        <Highlight text={title} ranges={ranges} className="bg-transparent font-semibold text-accent-text" />
      </span>
      {/* For screen readers, which read the row as one text. */}
      {(context || keys) && ' '}
      {context && (
        <span dir="auto" title={context} className="min-w-12 shrink-2 truncate text-sm text-secondary">
          {context}
        </span>
      )}
      {context && keys && ' '}
      {keys && <Keys keys={keys} className="ml-auto coarse:hidden" />}
    </Command.Item>
  );
}
