import * as RadixMenu from '@radix-ui/react-dropdown-menu';
import type { LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx';
import { Icon } from './Icon';
import { LazyKeys } from './LazyKeys';
import { enableSheet } from './sheet';

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode;
  side?: 'bottom' | 'right' | 'top';
  align?: 'start' | 'end';
  children: ReactNode;
}

/** Lets an item run its action after the menu has closed and released the focus. */
const RunAfterCloseContext = createContext<(work: () => void) => void>((work) => work());

/** A menu that floats beside its button. */
export function Menu({ trigger, side = 'bottom', align = 'end', children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isTouched = useRef(false);
  return (
    // A modal menu would hide the page from screen readers although the keyboard can still reach it.
    <RadixMenu.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <RadixMenu.Trigger
        asChild
        // Radix opens the menu when a finger touches the button. As a sheet it would be below the finger and get the click.
        onPointerDown={(event) => {
          isTouched.current = event.pointerType === 'touch';
          if (isTouched.current) event.preventDefault();
        }}
        onClick={() => {
          if (isTouched.current) setIsOpen(!isOpen);
          isTouched.current = false;
        }}
      >
        {trigger}
      </RadixMenu.Trigger>
      <MenuContent side={side} align={align}>
        {children}
      </MenuContent>
    </RadixMenu.Root>
  );
}

interface AnchoredMenuProps extends Pick<MenuProps, 'side'> {
  /** The button that opened the menu and gets the focus back. */
  anchor: HTMLElement | null;
  /** The point of a right click, at which the menu opens instead. */
  point?: { x: number; y: number } | null;
  onClose: () => void;
  /** Restores the focus if the anchor should not get it. */
  onCloseFocus?: () => void;
  children: ReactNode;
}

/** An open menu positioned at a button elsewhere on the page, so that many buttons can share it. */
export function AnchoredMenu({ anchor, point, side = 'bottom', onClose, onCloseFocus, children }: AnchoredMenuProps) {
  // Radix does not see the key that opened the menu, after which the first item gets the focus.
  const [isOpenedByKey] = useState(() => anchor?.matches(':focus-visible') ?? false);
  const anchorRect = point ? new DOMRect(point.x, point.y, 0, 0) : anchor?.getBoundingClientRect();
  return (
    <RadixMenu.Root modal={false} open onOpenChange={(open) => !open && onClose()}>
      {createPortal(
        <RadixMenu.Trigger
          // Only an anchor for positioning. A pane with a backdrop filter would be what it is fixed to.
          tabIndex={-1}
          aria-hidden
          className="pointer-events-none fixed opacity-0"
          style={anchorRect && { left: anchorRect.left, top: anchorRect.top, width: anchorRect.width, height: anchorRect.height }}
        />,
        document.body,
      )}
      <MenuContent
        side={side}
        align={point ? 'start' : 'end'}
        anchor={point ? null : anchor}
        focusesFirstItem={isOpenedByKey}
        onCloseFocus={onCloseFocus ?? (() => anchor?.focus())}
      >
        {children}
      </MenuContent>
    </RadixMenu.Root>
  );
}

interface MenuContentProps extends Pick<MenuProps, 'side' | 'align' | 'children'> {
  /** The button that opened the menu, if it is not the menu's trigger. A press on it is not one outside the menu. */
  anchor?: HTMLElement | null;
  /** Whether the first item gets the focus of the menu when it opens. */
  focusesFirstItem?: boolean;
  /** Restores the focus if the trigger should not get it. */
  onCloseFocus?: () => void;
}

function MenuContent({ side = 'bottom', align = 'end', anchor = null, focusesFirstItem = false, onCloseFocus, children }: MenuContentProps) {
  const isOpening = useRef(focusesFirstItem);
  const deferredAction = useRef<(() => void) | null>(null);
  const afterClose = useCallback((work: () => void) => {
    deferredAction.current = work;
  }, []);
  return (
    <RadixMenu.Portal>
      <RadixMenu.Content
        ref={enableSheet}
        data-sheet
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        // It scrolls if it is taller than the screen.
        tabIndex={0}
        onFocus={({ currentTarget }) => {
          if (!isOpening.current) return;
          isOpening.current = false;
          currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus();
        }}
        onInteractOutside={(event) => {
          if (event.target instanceof Node && anchor?.contains(event.target)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          const work = deferredAction.current;
          deferredAction.current = null;
          if (!work && !onCloseFocus) return;
          event.preventDefault();
          // A dialog that the action opens returns the focus to the element that is focused now.
          onCloseFocus?.();
          work?.();
        }}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-md bg-raised p-1 shadow-float ring-1 ring-line outline-none data-[state=open]:animate-appear"
      >
        <RunAfterCloseContext value={afterClose}>{children}</RunAfterCloseContext>
      </RadixMenu.Content>
    </RadixMenu.Portal>
  );
}

interface MenuItemProps {
  icon: LucideIcon;
  /** Whether the action is destructive. */
  isDanger?: boolean;
  /** Whether the action opens a field that takes the focus, which otherwise returns to the menu's button. */
  movesFocus?: boolean;
  /** The keys of the action, shown beside its name. */
  keys?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, isDanger = false, movesFocus = false, keys, onSelect, children }: MenuItemProps) {
  const afterClose = useContext(RunAfterCloseContext);
  return (
    <RadixMenu.Item
      onSelect={() => (movesFocus ? afterClose(onSelect) : onSelect())}
      className={cx(
        'flex h-9 items-center gap-2.5 rounded-sm px-2.5 outline-none select-none data-highlighted:bg-hover coarse:h-11',
        isDanger ? 'text-danger' : 'text-primary',
      )}
    >
      <Icon icon={icon} size={16} />
      {children}
      {keys !== undefined && (
        <span aria-hidden className="ml-auto pl-4 coarse:hidden">
          <LazyKeys keys={keys} />
        </span>
      )}
    </RadixMenu.Item>
  );
}

export function MenuSeparator() {
  return <RadixMenu.Separator className="mx-2 my-1 h-px bg-line" />;
}

/** A text in a menu that cannot be selected. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <RadixMenu.Label className="px-2.5 py-2">{children}</RadixMenu.Label>;
}
