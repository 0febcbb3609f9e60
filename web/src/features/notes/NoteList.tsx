import type { Id } from '@twentyfour/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { keyOf } from '../../ui/keyboard';
import { AnchoredMenu } from '../../ui/Menu';
import { NoteMenuItems } from './NoteMenu';
import { NoteRow } from './NoteRow';

/** Lists with more notes than this are virtualized. */
const VIRTUALIZE_ABOVE = 200;
/** The height of a row, in pixels. */
const ROW_HEIGHT = 64;
const OVERSCAN = 8;

interface NoteListProps {
  ids: readonly Id[];
  isTrash: boolean;
  openId: Id | null;
  search: RefObject<HTMLInputElement | null>;
}

/**
 * The list of notes, each a link. It has one tab stop and arrow key navigation; the right mouse button or the menu key
 * opens a note's menu.
 */
export function NoteList({ ids, isTrash, openId, search }: NoteListProps) {
  const scroller = useRef<HTMLElement>(null);
  const [tabStop, setTabStop] = useState<Id | null>(null);
  const [menu, setMenu] = useState<{ id: Id; anchor: HTMLElement } | null>(null);
  const pendingFocusId = useRef<Id | null>(null);
  const at = Math.max(0, ids.indexOf(tabStop ?? openId ?? ''));
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    // The row with the tab stop stays mounted wherever it is scrolled.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return shown.includes(at) ? shown : [...shown, at].toSorted((one, other) => one - other);
    },
  });
  const isVirtual = ids.length > VIRTUALIZE_ABOVE;
  const rows = isVirtual
    ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start }))
    : ids.map((_, index) => ({ index, start: null }));

  const linkOf = (id: Id) => scroller.current?.querySelector<HTMLElement>(`a[data-note-id="${CSS.escape(id)}"]`);
  // A row that was not mounted exists only after a render.
  useEffect(() => {
    if (pendingFocusId.current === null) return;
    const link = linkOf(pendingFocusId.current);
    if (!link) return;
    pendingFocusId.current = null;
    link.focus();
  });

  const goTo = (index: number) => {
    const id = ids[Math.max(0, Math.min(ids.length - 1, index))];
    if (id === undefined) return;
    if (isVirtual) virtualizer.scrollToIndex(ids.indexOf(id));
    pendingFocusId.current = id;
    setTabStop(id);
    linkOf(id)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target as Element).matches('a[data-note-id]')) return;
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[keyOf(event) ?? ''];
    if (target === undefined) return;
    event.preventDefault();
    if (target < 0) search.current?.focus();
    else goTo(target);
  };
  const openMenu = (id: Id) => (event: MouseEvent) => {
    event.preventDefault();
    setMenu({ id, anchor: event.currentTarget.querySelector<HTMLElement>('button') ?? (event.currentTarget as HTMLElement) });
  };
  return (
    <nav
      ref={scroller}
      aria-label={isTrash ? messages.trashList() : common.notes()}
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4"
    >
      <ul className="relative" style={isVirtual ? { height: virtualizer.getTotalSize() } : undefined}>
        {rows.map(({ index, start }) => {
          const id = ids[index];
          return (
            id !== undefined && (
              <NoteRow
                key={id}
                id={id}
                isTrash={isTrash}
                isOpen={id === openId}
                isTabStop={index === at}
                virtualPosition={start === null ? null : { start, position: index + 1, size: ids.length }}
                onRowFocus={() => setTabStop(id)}
                onMenu={openMenu(id)}
                fallbackFocus={search}
              />
            )
          );
        })}
      </ul>
      {menu && (
        <AnchoredMenu anchor={menu.anchor} onClose={() => setMenu(null)}>
          <NoteMenuItems id={menu.id} anchor={menu.anchor} fallbackFocus={search} />
        </AnchoredMenu>
      )}
    </nav>
  );
}
