/** The note editor: TipTap without React, so that a key press costs no more than in ProseMirror. */
import { Editor } from '@tiptap/core';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { EditorState, Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import * as messages from '../../../messages/notes';
import { isKey } from '../../../ui/keyboard';
import { parseDocument } from './documents';
import { extensions } from './extensions';
import { markdownBlocks } from './markdown';
import { sanitizeUrl } from './urls';

/**
 * Documents with more blocks than this use `content-visibility`, so that the browser lays out only those near the
 * window.
 */
const LONG_DOCUMENT_BLOCKS = 200;

/** The distance that scrolling keeps between the caret and the edges, in pixels. Below there may be a toolbar. */
const CARET_MARGIN = { top: 8, right: 0, bottom: 56, left: 0 };

interface EditorOptions {
  /** The accessible label. */
  label: string;
  /** The document, as JSON text; empty for a new note. */
  document: string;
  isEditable: boolean;
  /** Called for each change by the user. */
  onChange?: () => void;
  /** Called when the user wants to move the focus to the toolbar. */
  onTools?: () => void;
  /** Called when the user wants to insert or edit a link. */
  onLink?: () => void;
  /** Called when the user presses Escape. */
  onEscape?: () => void;
}

/** Creates an editor in an element, or returns null if this version of the app does not support the document. */
export function createEditor(element: HTMLElement, options: EditorOptions): Editor | null {
  const editor = new Editor({
    element: null,
    extensions: extensions({ editable: messages.notePlaceholder(), readOnly: messages.noteEmpty() }),
    editable: options.isEditable,
    // The styles are in note-text.css.
    injectCSS: false,
    enableCoreExtensions: { delete: false, textDirection: false },
    // Pasted Markdown is parsed as a whole instead.
    enablePasteRules: ['link'],
    editorProps: {
      attributes: ({ doc }) => ({
        class: doc.childCount > LONG_DOCUMENT_BLOCKS ? 'note-text is-long' : 'note-text',
        dir: 'auto',
        'aria-label': options.label,
        'aria-multiline': 'true',
        'aria-readonly': String(!editor.options.editable),
      }),
      clipboardTextParser: (text, _context, isAsItIs, view) =>
        // Null leaves plain text unchanged, which TipTap's types do not allow for.
        (isAsItIs ? null : markdownSlice(view, text)) as unknown as Slice,
      handlePaste: handleCodeEditorPaste,
      scrollThreshold: CARET_MARGIN,
      scrollMargin: CARET_MARGIN,
      handleDOMEvents: { click: openLink },
      handleKeyDown: (_view, event) => {
        if (event.altKey && isKey(event, 'F10')) options.onTools?.();
        else if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && isKey(event, 'k')) options.onLink?.();
        else if (isKey(event, 'Escape')) options.onEscape?.();
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
  // Done before the view is mounted, so that setting the initial document cannot be undone.
  editor.view.updateState(EditorState.create({ doc }));
  editor.mount(element);
  return editor;
}

/** Pastes from code editors as Markdown, because their HTML only contains syntax colors. */
function handleCodeEditorPaste(view: EditorView, { clipboardData }: ClipboardEvent): boolean {
  if (!clipboardData?.types.includes('vscode-editor-data') || view.state.selection.$from.parent.type.spec.code) return false;
  const slice = markdownSlice(view, clipboardData.getData('text/plain'));
  if (slice) view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('uiEvent', 'paste'));
  return slice !== null;
}

/** Parses Markdown into a slice that can be pasted, or returns null for a text without Markdown syntax. */
function markdownSlice({ state }: EditorView, text: string): Slice | null {
  const blocks = markdownBlocks(text);
  if (!blocks) return null;
  const content = Fragment.fromJSON(state.schema, blocks);
  content.forEach((block) => block.check());
  return new Slice(content, openDepth(content.firstChild), openDepth(content.lastChild));
}

/** Returns the open depth of a block at the edge of a slice: a paragraph merges with the text around it. */
function openDepth(block: Node | null): number {
  return block?.type.name === 'paragraph' ? 1 : 0;
}

/** Opens the clicked link only with a modifier key while editing, because a plain click places the caret. */
function openLink(view: EditorView, event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!link || !view.editable) return false;
  event.preventDefault();
  if (!event.ctrlKey && !event.metaKey) return false;
  openUrl(link.getAttribute('href'));
  return true;
}

/** Opens a URL in a new tab, without an opener or a referrer. */
export function openUrl(address: string | null): void {
  const safe = sanitizeUrl(address);
  if (safe !== null) window.open(safe, '_blank', 'noopener,noreferrer');
}

/**
 * Replaces the editor's document without adding to the undo history. Parts that are equal in both stay, with the caret
 * in them. Returns false if the document is not supported.
 */
export function replaceDocument(editor: Editor, text: string): boolean {
  const doc = parseDocument(editor.schema, text);
  if (!doc) return false;
  const { tr } = editor.state;
  const start = tr.doc.content.findDiffStart(doc.content);
  if (start === null) return true;
  const end = tr.doc.content.findDiffEnd(doc.content) ?? { a: tr.doc.content.size, b: doc.content.size };
  // The common start and end may overlap: "aa" to "aaa".
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  tr.replace(start, end.a + overlap, doc.slice(start, end.b + overlap));
  // Replacing a range that ends within other blocks may give a different result; then the whole document is replaced.
  if (!tr.doc.eq(doc)) tr.replaceWith(0, tr.doc.content.size, doc.content).setSelection(Selection.atStart(tr.doc));
  editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true).setMeta('preventAutolink', true));
  return true;
}

/** Moves the caret to the end, into an empty paragraph. */
export function focusEnd(editor: Editor): void {
  const { state, view } = editor;
  const { tr, doc, schema } = state;
  if (doc.lastChild?.type.name !== 'paragraph') tr.insert(doc.content.size, schema.node('paragraph'));
  view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView());
  view.focus();
}
