import * as RadixTooltip from '@radix-ui/react-tooltip';
import { Keys } from './Keys';

interface TooltipBubbleProps {
  id: string;
  text: string;
  keys: string | undefined;
  side: 'top' | 'right' | 'bottom';
  /** The element that the tooltip describes. */
  anchor: HTMLElement;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onClose: () => void;
}

/** An open tooltip, which is loaded when the first one opens. */
export default function TooltipBubble({ id, text, keys, side, anchor, onPointerEnter, onPointerLeave, onClose }: TooltipBubbleProps) {
  const { left, top, width, height } = anchor.getBoundingClientRect();
  return (
    <RadixTooltip.Provider>
      <RadixTooltip.Root open onOpenChange={(open) => !open && onClose()}>
        <RadixTooltip.Trigger asChild>
          {/* Only an anchor for positioning. */}
          <span aria-hidden className="pointer-events-none fixed opacity-0" style={{ left, top, width, height }} />
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            aria-label={text}
            side={side}
            sideOffset={8}
            collisionPadding={8}
            onPointerEnter={onPointerEnter}
            onPointerLeave={onPointerLeave}
            className="z-50 max-w-80 animate-fade rounded-sm bg-raised px-2.5 py-1.5 text-sm text-primary shadow-float ring-1 ring-line"
          >
            <span id={id} className="flex items-center gap-2">
              {text}
              {keys !== undefined && <Keys keys={keys} />}
            </span>
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
