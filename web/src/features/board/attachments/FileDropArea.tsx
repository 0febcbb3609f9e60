import type { Id } from '@twentyfour/core';
import { type ReactNode, useState } from 'react';
import { attachFiles, droppedFiles, hasFiles, pastedFiles } from './attachFiles';

interface FileDropAreaProps {
  /** The card; null if no files can be attached to it. */
  card_id: Id | null;
  /** Draws the content. `isOver` is whether files are being dragged over it. */
  children: (isOver: boolean) => ReactNode;
}

/**
 * Attaches files that are dropped or pasted on its content. The content may be a dialog elsewhere in the document: React
 * delivers the events of portals to the elements around them.
 */
export function FileDropArea({ card_id, children }: FileDropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The button beside the list does the same.
    <div
      className="contents"
      onDragOver={(event) => {
        if (card_id === null || !hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setIsOver(true);
      }}
      onDragLeave={({ relatedTarget }) => {
        // Firefox names the text below the pointer.
        const element = relatedTarget instanceof Text ? relatedTarget.parentElement : relatedTarget;
        const isInside = element instanceof Element && element.closest('[role=dialog]') !== null;
        if (!isInside) setIsOver(false);
      }}
      onDrop={(event) => {
        setIsOver(false);
        if (card_id === null || !hasFiles(event)) return;
        event.preventDefault();
        attachFiles(card_id, droppedFiles(event));
      }}
      onPaste={(event) => {
        const files = pastedFiles(event);
        if (card_id === null || files.length === 0) return;
        event.preventDefault();
        attachFiles(card_id, files);
      }}
    >
      {children(isOver)}
    </div>
  );
}
