import type { NoteView } from '@twentyfour/core';
import { ALargeSmall, FileWarning } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { focusEnd } from './editor/editor';
import { FocusModeButton } from './FocusModeButton';
import './note-text.css';
import { NoteFrame } from './NoteFrame';
import { noteView } from './noteView';
import { SelectionToolbar } from './SelectionToolbar';
import { Toolbar } from './Toolbar';
import { ToolButton, TooltipSide } from './ToolButton';
import { TouchToolbar } from './TouchToolbar';
import { UnsavedTextBanner } from './UnsavedTextBanner';
import { useFocusMode } from './useFocusMode';
import { useIsTouch } from './useIsTouch';
import { useNoteEditor } from './useNoteEditor';
import { useSelectionTools } from './useSelectionTools';
import { VersionText } from './VersionText';

interface NoteEditorProps {
  note: NoteView;
  isTrashed: boolean;
  back: ReactNode;
  actions: ReactNode;
  /** Content above the text. */
  above: ReactNode;
}

const setIsToolbarPinned = (isToolbarPinned: boolean) => noteView.setState({ isToolbarPinned });

/** The open note: its text with the toolbar, or a read-only version of it. */
export default function NoteEditor({ note, isTrashed, back, actions, above }: NoteEditorProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const [isLinking, setIsLinking] = useState(false);
  const isTouch = useIsTouch();
  const isPinned = useStore(noteView, (view) => view.isToolbarPinned);
  const [isFocusMode, setIsFocusMode] = useFocusMode();
  const { host, editor, isUnsupported, rejection, restore } = useNoteEditor(note, !isTrashed, {
    onTools: () => {
      if (!toolbar.current) flushSync(() => setIsToolbarPinned(true));
      toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    },
    onLink: () => setIsLinking(true),
    onEscape: () => {
      if (place === 'selection') tools.close();
      else setIsFocusMode(false);
    },
  });
  const tools = useSelectionTools(editor);
  const shown = note.shown_version;
  const hasTools = editor && !isTrashed && !shown && !isUnsupported;
  const place = toolbarPlace();
  function toolbarPlace(): 'bar' | 'selection' | 'bottom' | null {
    if (!hasTools) return null;
    if (isTouch) return tools.isActive || isLinking ? 'bottom' : null;
    if (isPinned) return 'bar';
    return isLinking || (tools.isActive && tools.isSelected) ? 'selection' : null;
  }
  const toolbarElement = hasTools && (
    <TooltipSide value={place === 'bar' ? 'bottom' : 'top'}>
      <Toolbar
        ref={toolbar}
        editor={editor}
        isLinking={isLinking}
        setIsLinking={setIsLinking}
        onEscape={() => {
          tools.close();
          editor.view.focus();
        }}
      />
    </TooltipSide>
  );
  return (
    <NoteFrame
      back={back}
      isFocusMode={isFocusMode}
      actions={
        <>
          <FocusModeButton isOn={isFocusMode} onChange={setIsFocusMode} />
          {!isFocusMode && actions}
        </>
      }
      tools={
        hasTools &&
        !isTouch && (
          <>
            {(!isFocusMode || isPinned) && (
              <ToolButton label={messages.toolbarPin()} keys={['Alt', 'F10']} aria-pressed={isPinned} onClick={() => setIsToolbarPinned(!isPinned)}>
                <Icon icon={ALargeSmall} size={20} />
              </ToolButton>
            )}
            {place === 'bar' && toolbarElement}
          </>
        )
      }
      below={
        <>
          {rejection && (
            <p role="alert" className="border-t border-line px-4 py-3 text-sm text-danger sm:px-8">
              {rejection.message}
            </p>
          )}
          {place === 'bottom' && <TouchToolbar>{toolbarElement}</TouchToolbar>}
        </>
      }
      onBackgroundMouseDown={editor && !isTrashed && !shown ? () => focusEnd(editor) : undefined}
    >
      {above}
      {hasTools && <UnsavedTextBanner note={note} onRestore={restore} />}
      {shown && <VersionText key={shown.version.save_id} document={shown.document} />}
      {isUnsupported && (
        <EmptyState icon={FileWarning} title={messages.noteUnsupportedTitle()} action={<Button onClick={() => location.reload()}>{common.reload()}</Button>}>
          {messages.noteUnsupportedHint()}
        </EmptyState>
      )}
      {/* Stays mounted while an earlier version is shown, to keep the caret and the undo history. */}
      <div ref={host} className={cx((shown || isUnsupported) && 'hidden')} />
      {place === 'selection' && editor && <SelectionToolbar editor={editor}>{toolbarElement}</SelectionToolbar>}
    </NoteFrame>
  );
}
