import type { Id } from '@twentyfour/core';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import * as common from '../../messages/common';
import { lazyComponent } from '../../ui/lazyComponent';
import { LazyPanel } from '../../ui/LazyPanel';

const CardMenuPanel = lazyComponent(() => import('./CardMenuPanel'));

export const preloadCardMenu = CardMenuPanel.preload;

/** The menu that is open, and how it was opened. */
interface OpenMenu {
  card_id: Id;
  /** The button of the menu, or the card if it was opened by a right click. */
  anchor: HTMLElement;
  /** The point of the right click. */
  point: { x: number; y: number } | null;
}

const openMenu = createStore<{ menu: OpenMenu | null }>(() => ({ menu: null }));

/** Opens the menu of a card at a point of it. */
export function openCardMenu(card_id: Id, anchor: HTMLElement, point: OpenMenu['point']): void {
  openMenu.setState({ menu: { card_id, anchor, point } });
}

function closeCardMenu(): void {
  openMenu.setState({ menu: null });
}

/**
 * The button of a card's menu. The whole board shares one menu, because one per card would be expensive with a thousand
 * cards.
 */
export function CardMenuButton({ id, title, tabIndex }: { id: Id; title: string; tabIndex: 0 | -1 }) {
  return (
    // The icon is not drawn while it is not shown, instead of with an opacity of 0, which costs the browser a layer for each card.
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={common.optionsFor({ name: title })}
      aria-haspopup="menu"
      onClick={(event) => openCardMenu(id, event.currentTarget, null)}
      className="css-icon icon-ellipsis absolute top-1 right-1 grid size-7 place-items-center rounded-sm text-secondary [--icon-size:1rem] before:hidden group-hover:bg-(--card-bg-hover) group-hover:before:block hover:text-primary focus-visible:bg-(--card-bg-hover) focus-visible:before:block compact:top-px coarse:top-0! coarse:right-0 coarse:size-11 coarse:before:block coarse:[[data-has-cover]~&]:bg-(--card-bg-hover)"
    />
  );
}

/** The menu of the card whose button was pressed, or that was clicked with the right button. */
export function CardMenu({ onOpenCard }: { onOpenCard: (id: Id) => void }) {
  const { menu } = useStore(openMenu);
  useEffect(() => closeCardMenu, []);
  return (
    <LazyPanel component={CardMenuPanel} open={menu !== null} onClose={closeCardMenu}>
      <CardMenuPanel {...menu} onOpenCard={onOpenCard} onClose={closeCardMenu} />
    </LazyPanel>
  );
}
