import type { NoteView } from '@twentyfour/core';
import { FileWarning } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { EmptyState } from '../../ui/EmptyState';
import { focusEnd } from './editor/editor';
import './note-text.css';
import { NoteFrame } from './NoteFrame';
import { Toolbar } from './Toolbar';
import { UnsavedTextBanner } from './UnsavedTextBanner';
import { useNoteEditor } from './useNoteEditor';
import { VersionText } from './VersionText';

interface NoteEditorProps {
  note: NoteView;
  isTrashed: boolean;
  back: ReactNode;
  actions: ReactNode;
  /** Content above the text. */
  above: ReactNode;
}

/** The open note: its text with the toolbar, or a read-only version of it. */
export default function NoteEditor({ note, isTrashed, back, actions, above }: NoteEditorProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const [isLinking, setIsLinking] = useState(false);
  const { host, editor, isUnsupported, rejection, restore } = useNoteEditor(note, !isTrashed, {
    onTools: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    onLink: () => setIsLinking(true),
  });
  const shown = note.shown_version;
  const hasTools = editor && !isTrashed && !shown && !isUnsupported;
  return (
    <NoteFrame
      back={back}
      actions={actions}
      tools={hasTools && <Toolbar ref={toolbar} editor={editor} isLinking={isLinking} setIsLinking={setIsLinking} />}
      below={
        rejection && (
          <p role="alert" className="border-t border-line px-4 py-3 text-sm text-danger sm:px-8">
            {rejection.message}
          </p>
        )
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
    </NoteFrame>
  );
}
