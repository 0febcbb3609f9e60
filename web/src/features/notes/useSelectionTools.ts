import type { Editor } from '@tiptap/core';
import { useCallback, useEffect, useState } from 'react';

/** What may have been opened from the tools, so that they stay as they are. */
const OVERLAYS = '[role="menu"], [data-popover]';

/** The most characters that are searched for a text. */
const MAX_SEARCHED_CHARS = 1000;

/** Returns whether more than spaces and line ends are selected. */
function isTextSelected({ state }: Editor): boolean {
  const { from, to } = state.selection;
  return from < to && state.doc.textBetween(from, Math.min(to, from + MAX_SEARCHED_CHARS)).trim() !== '';
}

interface SelectionTools {
  /** Whether the focus is in the text or its tools. */
  isActive: boolean;
  /** Whether there is a finished selection whose tools were not closed. */
  isSelected: boolean;
  /** Closes the tools until the selection changes. */
  close: () => void;
}

/** Follows whether tools for the selected text should be shown. */
export function useSelectionTools(editor: Editor | null): SelectionTools {
  const [isActive, setIsActive] = useState(false);
  const [isSelected, setIsSelected] = useState(false);
  useEffect(() => {
    if (!editor) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    let isSelecting = false;
    const update = () => setIsSelected(!isSelecting && isTextSelected(editor));
    const followFocus = () => {
      const focused = document.activeElement;
      if (editor.isDestroyed || focused?.closest(OVERLAYS)) return;
      setIsActive(editor.view.dom.contains(focused) || focused?.closest('[role="toolbar"]') != null);
    };
    const endSelecting = () => {
      if (!isSelecting) return;
      isSelecting = false;
      // The editor reads the selection of the browser after this event.
      requestAnimationFrame(() => {
        if (!editor.isDestroyed) update();
      });
    };
    followFocus();
    update();
    editor.on('selectionUpdate', update);
    editor.view.dom.addEventListener('pointerdown', () => {
      isSelecting = true;
      update();
    }, { signal });
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, endSelecting, { signal });
    document.addEventListener('focusin', followFocus, { signal });
    // The focus may be on its way to a menu or back.
    document.addEventListener('focusout', () => requestAnimationFrame(followFocus), { signal });
    return () => {
      listening.abort();
      editor.off('selectionUpdate', update);
    };
  }, [editor]);
  const close = useCallback(() => setIsSelected(false), []);
  return { isActive, isSelected, close };
}
