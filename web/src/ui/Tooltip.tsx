import { cloneElement, type HTMLAttributes, type PointerEvent, type ReactElement, useEffect, useId, useState } from 'react';
import { LazyPanel } from './LazyPanel';
import { lazyComponent } from './lazyComponent';

const TooltipBubble = lazyComponent(() => import('./TooltipBubble'));

export const preloadTooltip = TooltipBubble.preload;

/** How long the pointer rests before a tooltip opens, in milliseconds. */
const OPEN_DELAY_MS = 400;
/** Within this time after another tooltip, one opens without a delay, in milliseconds. */
const NO_DELAY_MS = 200;
/** How long a tooltip stays open for the pointer to reach it, in milliseconds. */
const CLOSE_DELAY_MS = 100;

/** The time at which the last tooltip closed, on the monotonic clock in milliseconds. */
let lastClosedAt = -Infinity;

interface TooltipProps {
  text: string;
  /** The keys of the action, shown beside the text. */
  keys?: string | undefined;
  side?: 'top' | 'right' | 'bottom';
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A text that appears on hover and focus. */
export function Tooltip({ text, keys, side = 'top', children }: TooltipProps) {
  const id = useId();
  // The element with the tooltip, while that is open.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // What happens after a delay: the tooltip opens at this element, or closes.
  const [planned, setPlanned] = useState<{ anchor: HTMLElement | null; delay: number } | null>(null);
  useEffect(() => {
    if (!planned) return undefined;
    const timeout = setTimeout(() => {
      if (!planned.anchor) lastClosedAt = performance.now();
      setAnchor(planned.anchor);
      setPlanned(null);
    }, planned.delay);
    return () => clearTimeout(timeout);
  }, [planned]);

  const openAfter = (element: HTMLElement, delay: number) => setPlanned({ anchor: element, delay });
  const closeSoon = () => setPlanned({ anchor: null, delay: CLOSE_DELAY_MS });
  const stayOpen = () => setPlanned(null);
  const close = () => {
    if (anchor) lastClosedAt = performance.now();
    setPlanned(null);
    setAnchor(null);
  };
  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': anchor ? id : props['aria-describedby'],
        onPointerEnter: (event: PointerEvent<HTMLElement>) => {
          props.onPointerEnter?.(event);
          const isSoon = performance.now() - lastClosedAt < NO_DELAY_MS;
          if (event.pointerType !== 'touch') openAfter(event.currentTarget, isSoon ? 0 : OPEN_DELAY_MS);
        },
        onPointerLeave: (event: PointerEvent<HTMLElement>) => {
          props.onPointerLeave?.(event);
          if (anchor) closeSoon();
          else stayOpen();
        },
        onPointerDown: (event: PointerEvent<HTMLElement>) => {
          props.onPointerDown?.(event);
          close();
        },
        onFocus: (event) => {
          props.onFocus?.(event);
          // Not after a click, nor when a menu or picker that closes gives the focus back: Escape would then only close the tooltip.
          if (event.relatedTarget && event.currentTarget.matches(':focus-visible')) openAfter(event.currentTarget, 0);
        },
        onBlur: (event) => {
          props.onBlur?.(event);
          // Once the next element has the focus: a dialog takes it when something in it is removed while nothing has it.
          setPlanned({ anchor: null, delay: 0 });
        },
        onClick: (event) => {
          props.onClick?.(event);
          close();
        },
      })}
      {anchor && (
        <LazyPanel component={TooltipBubble} open onClose={close} hasFailureToast={false}>
          <TooltipBubble id={id} text={text} keys={keys} side={side} anchor={anchor} onPointerEnter={stayOpen} onPointerLeave={closeSoon} onClose={close} />
        </LazyPanel>
      )}
    </>
  );
}
