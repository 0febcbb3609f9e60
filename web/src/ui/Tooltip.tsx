import * as RadixTooltip from '@radix-ui/react-tooltip';
import type { ReactNode } from 'react';

/** Rendered once around the app, so that neighboring tooltips open without another delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={400} skipDelayDuration={200}>
      {children}
    </RadixTooltip.Provider>
  );
}

interface TooltipProps {
  text: string;
  side?: 'top' | 'right' | 'bottom';
  children: ReactNode;
}

/** A text that appears on hover and focus. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          side={side}
          sideOffset={8}
          collisionPadding={8}
          className="z-50 max-w-80 rounded-sm bg-raised px-2.5 py-1.5 text-sm text-primary shadow-float ring-1 ring-line data-[state=closed]:animate-fade-out data-[state=delayed-open]:animate-fade"
        >
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}
