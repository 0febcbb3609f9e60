import type { Editor } from '@tiptap/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { GAP, toolbarPosition } from './toolbarPosition';

/** Returns the box of the selection in the viewport. A selection of several lines has the width of the text. */
function selectionBox({ state, view }: Editor) {
  const { from, to } = state.selection;
  const start = view.coordsAtPos(from);
  const end = view.coordsAtPos(to, -1);
  const isOneLine = end.top < start.bottom;
  const { left, right } = isOneLine ? { left: start.left, right: end.right } : view.dom.getBoundingClientRect();
  return { top: start.top, bottom: end.bottom, left, right };
}

/** Shows the toolbar beside the selection, and follows it. Its parent is the scrolling area of the text. */
export function SelectionToolbar({ editor, children }: { editor: Editor; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let frame = 0;
    const place = () => {
      frame = 0;
      const element = box.current;
      const area = element?.parentElement?.getBoundingClientRect();
      if (!element || !area || editor.isDestroyed) return;
      element.style.maxWidth = `${area.width - 2 * GAP}px`;
      const position = toolbarPosition(selectionBox(editor), area, { width: element.offsetWidth, height: element.offsetHeight });
      element.style.visibility = position ? '' : 'hidden';
      if (position) Object.assign(element.style, { left: `${position.left}px`, top: `${position.top}px` });
    };
    const placeInNextFrame = () => {
      frame ||= requestAnimationFrame(place);
    };
    place();
    editor.on('transaction', placeInNextFrame);
    document.addEventListener('scroll', placeInNextFrame, { capture: true, passive: true });
    const resizing = new ResizeObserver(placeInNextFrame);
    if (box.current?.parentElement) resizing.observe(box.current.parentElement);
    return () => {
      cancelAnimationFrame(frame);
      editor.off('transaction', placeInNextFrame);
      document.removeEventListener('scroll', placeInNextFrame, { capture: true });
      resizing.disconnect();
    };
  }, [editor]);
  return (
    <div ref={box} className="fixed z-20 flex animate-appear rounded-md bg-raised shadow-float ring-1 ring-line">
      {children}
    </div>
  );
}
