import * as RadixMenu from '@radix-ui/react-dropdown-menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes';
import { Icon } from './Icon';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  side?: 'bottom' | 'right' | 'top';
  align?: 'start' | 'end';
  children: ReactNode;
}

/** A menu that floats beside its button. */
export function Menu({ trigger, side = 'bottom', align = 'end', children }: MenuProps) {
  return (
    <RadixMenu.Root>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          // What a menu item opens takes the focus itself; returning it to the button would close that again.
          className="z-50 min-w-44 rounded-md bg-raised p-1 shadow-float ring-1 ring-line outline-none data-[state=closed]:animate-leave data-[state=open]:animate-appear"
        >
          {children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

interface MenuItemProps {
  icon: LucideIcon;
  /** Whether it takes something away. */
  isDanger?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, isDanger = false, onSelect, children }: MenuItemProps) {
  return (
    <RadixMenu.Item
      onSelect={onSelect}
      className={classes(
        'flex h-9 items-center gap-2.5 rounded-sm px-2.5 outline-none select-none data-highlighted:bg-hover coarse:h-11',
        isDanger ? 'text-danger' : 'text-primary',
      )}
    >
      <Icon of={icon} size={16} />
      {children}
    </RadixMenu.Item>
  );
}

export function MenuSeparator() {
  return <RadixMenu.Separator className="mx-2 my-1 h-px bg-line" />;
}

/** Words in a menu that cannot be chosen. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <RadixMenu.Label className="px-2.5 py-2">{children}</RadixMenu.Label>;
}
