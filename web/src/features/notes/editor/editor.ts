/** The editor itself: TipTap without React, so that a key costs what ProseMirror costs and nothing more. */
import { Editor } from '@tiptap/core';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { EditorState, Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { isKey } from '../../../ui/keyboard';
import { sanitizeUrl } from './addresses';
import { parseDocument } from './documents';
import { extensions } from './extensions';
import { markdownBlocks } from './markdown';

/** With more blocks than this the browser lays out only those near the window. */
const LONG_DOCUMENT_BLOCKS = 200;

interface EditorOptions {
  /** What it is called by screen readers. */
  label: string;
  /** What it holds, as JSON text; empty for a new note. */
  document: string;
  isEditable: boolean;
  /** Called for each change by the person. */
  onChange?: () => void;
  /** Called when the person wants to go from the text to the buttons above it. */
  onTools?: () => void;
  /** Called when the person wants to write or change a link. */
  onLink?: () => void;
}

/** Makes an editor in an element; null where the document is one that this version of the app cannot show. */
export function createEditor(element: HTMLElement, options: EditorOptions): Editor | null {
  const editor = new Editor({
    element: null,
    extensions: extensions('Start writing, or paste Markdown'),
    editable: options.isEditable,
    // They stand in note-text.css.
    injectCSS: false,
    enableCoreExtensions: { delete: false, textDirection: false },
    // Markdown is parsed as a whole instead.
    enablePasteRules: ['link'],
    editorProps: {
      attributes: ({ doc }) => ({
        class: doc.childCount > LONG_DOCUMENT_BLOCKS ? 'note-text is-long' : 'note-text',
        'aria-label': options.label,
        'aria-multiline': 'true',
        'aria-readonly': String(!editor.options.editable),
      }),
      clipboardTextParser: (text, _context, isAsItIs, view) =>
        // Nothing, for a text that is to stay as it is; the type does not know of it.
        (isAsItIs ? null : markdownSlice(view, text)) as unknown as Slice,
      handlePaste: handleCodeEditorPaste,
      handleDOMEvents: { click: openLink },
      handleKeyDown: (_view, event) => {
        if (event.altKey && isKey(event, 'F10')) options.onTools?.();
        else if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && isKey(event, 'k')) options.onLink?.();
        else return false;
        event.preventDefault();
        return true;
      },
    },
    onUpdate: () => options.onChange?.(),
  });
  const doc = parseDocument(editor.schema, options.document);
  if (!doc) {
    editor.destroy();
    return null;
  }
  // Without a view yet: this is what the editor begins with, and no step that could be undone.
  editor.view.updateState(EditorState.create({ doc }));
  editor.mount(element);
  return editor;
}

/** A programmer's editor gives the text its own colours as HTML, which says less than the Markdown that it may be. */
function handleCodeEditorPaste(view: EditorView, { clipboardData }: ClipboardEvent): boolean {
  if (!clipboardData?.types.includes('vscode-editor-data') || view.state.selection.$from.parent.type.spec.code) return false;
  const slice = markdownSlice(view, clipboardData.getData('text/plain'));
  if (slice) view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('uiEvent', 'paste'));
  return slice !== null;
}

/** Markdown as a slice that can be pasted; null for a text without its signs. */
function markdownSlice({ state }: EditorView, text: string): Slice | null {
  const blocks = markdownBlocks(text);
  if (!blocks) return null;
  const content = Fragment.fromJSON(state.schema, blocks);
  content.forEach((block) => block.check());
  return new Slice(content, openDepth(content.firstChild), openDepth(content.lastChild));
}

/** How many levels a block at the end of a slice is open: a paragraph flows into the text that it is pasted into. */
function openDepth(block: Node | null): number {
  return block?.type.name === 'paragraph' ? 1 : 0;
}

/** Opens the link that was clicked, where the person asks for it: while a text is written, a click puts the caret there. */
function openLink(view: EditorView, event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!link || !view.editable) return false;
  event.preventDefault();
  if (!event.ctrlKey && !event.metaKey) return false;
  openUrl(link.getAttribute('href'));
  return true;
}

/** Opens an address in a tab of its own, which learns nothing of ours. */
export function openUrl(address: string | null): void {
  const safe = sanitizeUrl(address);
  if (safe !== null) window.open(safe, '_blank', 'noopener,noreferrer');
}

/**
 * Puts another document in place of what the editor holds, as nothing that could be undone. What is the same in both stays, and so
 * does the caret in it. Answers whether the document could be shown.
 */
export function replaceDocument(editor: Editor, text: string): boolean {
  const doc = parseDocument(editor.schema, text);
  if (!doc) return false;
  const { tr } = editor.state;
  const start = tr.doc.content.findDiffStart(doc.content);
  if (start === null) return true;
  const end = tr.doc.content.findDiffEnd(doc.content) ?? { a: tr.doc.content.size, b: doc.content.size };
  // The same letters may count for both the beginning and the end: "aa" to "aaa".
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(start, end.a + overlap, doc.slice(start, end.b + overlap));
  // Steps that end within other blocks may fit otherwise than meant; then all of it is replaced.
  if (!tr.doc.eq(doc)) tr.replaceWith(0, tr.doc.content.size, doc.content).setSelection(Selection.atStart(tr.doc));
  editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true).setMeta('preventAutolink', true));
  return true;
}

/** Puts the caret below all that is written, in an empty paragraph of its own. */
export function focusEnd(editor: Editor): void {
  const { state, view } = editor;
  const { tr, doc, schema } = state;
  if (doc.lastChild?.type.name !== 'paragraph') tr.insert(doc.content.size, schema.node('paragraph'));
  view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView());
  view.focus();
}
