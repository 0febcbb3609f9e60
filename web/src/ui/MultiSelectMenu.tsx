import * as RadixMenu from '@radix-ui/react-dropdown-menu';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import * as messages from '../messages/ui';
import { Button } from './Button';
import { Icon } from './Icon';
import { enableSheet } from './sheet';
import { srOnly } from './srOnly';

interface MultiSelectMenuProps<T extends string> {
  /** The label of the button: "Labels". */
  label: string;
  options: readonly { value: T; content: ReactNode }[];
  chosen: readonly T[];
  onValueChange: (chosen: T[]) => void;
  /** The text shown if there are no options. */
  empty?: string;
}

/** A menu with multiple selection that stays open while the user selects. */
export function MultiSelectMenu<T extends string>({ label, options, chosen, onValueChange, empty }: MultiSelectMenuProps<T>) {
  return (
    <RadixMenu.Root modal={false}>
      <RadixMenu.Trigger asChild>
        <Button className="gap-1.5 px-3! max-[24rem]:px-2!">
          {label}
          {chosen.length > 0 && (
            <span className="digits rounded-sm bg-accent px-1.5 text-xs text-on-accent">
              {messages.selectedCount({ count: chosen.length, srOnly })}
            </span>
          )}
          <Icon icon={ChevronDown} size={16} className="text-secondary" />
        </Button>
      </RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          ref={enableSheet}
          data-sheet
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-44 overflow-y-auto rounded-md bg-raised p-1 shadow-float ring-1 ring-line outline-none data-[state=open]:animate-appear"
        >
          {options.length === 0 && <RadixMenu.Label className="px-2.5 py-2 text-secondary">{empty}</RadixMenu.Label>}
          {options.map(({ value, content }) => (
            <RadixMenu.CheckboxItem
              key={value}
              checked={chosen.includes(value)}
              onCheckedChange={(isChecked) =>
                onValueChange(isChecked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
              onSelect={(event) => event.preventDefault()}
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2.5 outline-none select-none data-highlighted:bg-hover coarse:min-h-11"
            >
              <span className="grid size-4 shrink-0 place-items-center rounded-[4px] ring-1 ring-control ring-inset">
                <RadixMenu.ItemIndicator>
                  <Icon icon={Check} size={12} strokeWidth={2.5} className="text-accent-text" />
                </RadixMenu.ItemIndicator>
              </span>
              {content}
            </RadixMenu.CheckboxItem>
          ))}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}
