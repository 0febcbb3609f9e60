import type { Editor } from '@tiptap/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serializeDocument } from './documents';
import { createEditor, replaceDocument, focusEnd } from './editor';
import { normalizeTypedUrl, sanitizeUrl } from './urls';

const paragraph = (...texts: string[]) =>
  JSON.stringify({
    type: 'doc',
    content: texts.map((text) => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) })),
  });

function open(document = '', isEditable = true, onChange = () => {}) {
  const element = globalThis.document.createElement('div');
  globalThis.document.body.append(element);
  const editor = createEditor(element, { label: 'Note', document, isEditable, onChange });
  if (!editor) throw new Error('it could not be shown');
  onTestFinished(() => {
    editor.destroy();
    element.remove();
  });
  return editor;
}

// jsdom has no layout, so there is nowhere to scroll to.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

const html = (editor: Editor) => editor.view.dom.innerHTML;
const words = (editor: Editor) => editor.state.doc.textBetween(0, editor.state.doc.content.size, '|');

/** Simulates a paste, since jsdom has no clipboard. */
function paste(editor: Editor, data: Record<string, string>) {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  const clipboardData = { types: Object.keys(data), files: [], getData: (format: string) => data[format] ?? '' };
  editor.view.dom.dispatchEvent(Object.assign(event, { clipboardData }));
}
const pasteText = (editor: Editor, text: string) => paste(editor, { 'text/plain': text });
const pasteHtml = (editor: Editor, source: string) => paste(editor, { 'text/html': source });

/** Types at the caret like a keyboard, so that Markdown input rules apply. */
function type(editor: Editor, text: string) {
  for (const letter of text) {
    const { from, to } = editor.state.selection;
    const isTaken = editor.view.someProp('handleTextInput', (handle) => handle(editor.view, from, to, letter, () => editor.state.tr));
    if (!isTaken) editor.view.dispatch(editor.state.tr.insertText(letter, from, to));
  }
}

describe('addresses', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTP://example.com/a?b#c', 'http://example.com/a?b#c'],
    ['mailto:ada@example.com', 'mailto:ada@example.com'],
    ['javascript:alert(1)', null],
    [' java\nscript:alert(1)', null],
    ['data:text/html,<script>', null],
    ['vbscript:x', null],
    ['file:///etc/passwd', null],
    ['blob:https://example.com/1', null],
    ['/relative', null],
    ['', null],
    [null, null],
  ])('%j may be followed as %j', (text, address) => expect(sanitizeUrl(text)).toBe(address));

  it.each([
    ['example.com', 'https://example.com/'],
    [' example.com/a ', 'https://example.com/a'],
    ['localhost:8080', 'https://localhost:8080/'],
    ['ada@example.com', 'mailto:ada@example.com'],
    ['http://example.com', 'http://example.com/'],
    ['javascript:alert(1)', null],
    ['two words', null],
    ['', null],
  ])('%j means %j', (text, address) => expect(normalizeTypedUrl(text)).toBe(address));
});

describe('the editor', () => {
  it('is a named text box with an empty undo history', () => {
    const editor = open(paragraph('Milk'));
    const { dom } = editor.view;
    expect(dom).toHaveAttribute('role', 'textbox');
    expect(dom).toHaveAttribute('aria-multiline', 'true');
    expect(dom).toHaveAttribute('aria-label', 'Note');
    expect(dom).toHaveAttribute('contenteditable', 'true');
    expect(editor.can().undo()).toBe(false);
    expect(document.querySelector('style[data-tiptap-style]')).toBeNull();
  });

  it('is read-only when not editable', () => {
    const { dom } = open(paragraph('Milk'), false).view;
    expect(dom).toHaveAttribute('contenteditable', 'false');
    expect(dom).toHaveAttribute('aria-readonly', 'true');
  });

  it.each(['{', '[]', '{"type":"doc"}', '{"type":"doc","content":[{"type":"video"}]}', '{"type":"paragraph"}x'])(
    'does not show %s',
    (text) => {
      expect(createEditor(document.createElement('div'), { label: 'Note', document: text, isEditable: true })).toBeNull();
    },
  );

  it('serializes as JSON, block by block', () => {
    const editor = open(paragraph('Milk', '', 'Rye "dark"'));
    expect(serializeDocument(editor.state.doc)).toBe(JSON.stringify(editor.getJSON()));
    editor.commands.insertContentAt(1, 'More ');
    expect(serializeDocument(editor.state.doc)).toBe(JSON.stringify(editor.getJSON()));
    expect(serializeDocument(open().state.doc)).toBe(paragraph(''));
    editor.commands.insertContentAt(1, { type: 'text', text: '\uD83E \u{1F95B} \\ud83e' });
    expect(serializeDocument(editor.state.doc)).toContain(String.raw`"\uFFFD 🥛 \\ud83eMore`.replace(String.raw`\uFFFD`, '\uFFFD'));
  });

  it.each([
    ['# ', 'h1'],
    ['### ', 'h3'],
    ['- ', 'ul li p'],
    ['1. ', 'ol li p'],
    ['[ ] ', 'ul[data-type="taskList"] li'],
    ['[x] ', 'li[data-checked="true"]'],
    ['> ', 'blockquote p'],
    ['``` ', 'pre code'],
  ])('applies the Markdown shortcut %j at the start of a line', (sign, selector) => {
    const editor = open();
    type(editor, `${sign}Milk`);
    expect(editor.view.dom.querySelector(selector)).toHaveTextContent('Milk');
  });

  it.each([
    ['**Milk**', 'strong'],
    ['*Milk*', 'em'],
    ['`Milk`', 'code'],
    ['~~Milk~~', 's'],
  ])('applies the Markdown shortcut %j within a line', (text, selector) => {
    const editor = open();
    type(editor, text);
    expect(editor.view.dom.querySelector(selector)?.textContent).toBe('Milk');
    expect(words(editor)).toBe('Milk');
  });

  it('makes structure of pasted Markdown, and lines of any other text', () => {
    const editor = open();
    pasteText(editor, '# Bread\n\n- Rye\n- [there](https://example.com)');
    expect(html(editor)).toContain('<h1>Bread</h1>');
    expect(editor.view.dom.querySelectorAll('ul > li')).toHaveLength(2);
    expect(editor.view.dom.querySelector('a')).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    const plain = open();
    pasteText(plain, 'Milk\nRye');
    expect(words(plain)).toBe('Milk|Rye');
  });

  it('prefers Markdown over HTML pasted from code editors', () => {
    const data = { 'text/plain': '# Rye', 'text/html': '<div style="color: red"># Rye</div>', 'vscode-editor-data': '{}' };
    const editor = open();
    paste(editor, data);
    expect(html(editor)).toContain('<h1>Rye</h1>');
    const code = open();
    type(code, '``` ');
    paste(code, data);
    pasteText(code, '- a');
    expect(code.view.dom.querySelector('pre')).toHaveTextContent('# Rye- a');
  });

  it('merges a pasted paragraph into the current line', () => {
    const editor = open(paragraph('ab'));
    editor.commands.setTextSelection(2);
    pasteText(editor, '**x**');
    expect(words(editor)).toBe('axb');
    expect(editor.state.doc.childCount).toBe(1);
  });

  it.each([
    '<script>alert(1)</script>Milk',
    '<img src=x onerror="alert(1)">Milk',
    '<a href="javascript:alert(1)">Milk</a>',
    '<a href=" java&#10;script:alert(1)">Milk</a>',
    '<a href="data:text/html,x">Milk</a>',
    '<iframe src="https://example.com"></iframe>Milk',
    '<style>* { display: none }</style>Milk',
    '<p style="position: fixed; inset: 0" class="fixed inset-0" onclick="alert(1)" id="content">Milk</p>',
    '<svg onload="alert(1)"><text>x</text></svg>Milk',
    '<form action="https://example.com"><input name="a"></form>Milk',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>Milk',
  ])('keeps of %j the text alone', (hostile) => {
    const editor = open();
    pasteHtml(editor, hostile);
    expect(words(editor)).toContain('Milk');
    const { dom } = editor.view;
    expect(dom.querySelector('script, img:not(.ProseMirror-separator), iframe, style, svg, form, input, math, a, [onclick], [style], p[class], [id]')).toBeNull();
    const kept = serializeDocument(editor.state.doc);
    expect(kept).not.toMatch(/script:|onerror|href/);
  });

  it('keeps only the URL of a pasted link', () => {
    const editor = open();
    pasteHtml(editor, '<a href="https://example.com/a" target="_self" rel="opener" class="fixed" title="x" onclick="alert(1)">Milk</a>');
    expect(editor.getJSON().content?.[0]).toEqual({
      type: 'paragraph',
      content: [{ type: 'text', marks: [{ type: 'link', attrs: { href: 'https://example.com/a' } }], text: 'Milk' }],
    });
    expect(html(editor)).toContain('<a target="_blank" rel="noopener noreferrer nofollow" href="https://example.com/a">Milk</a>');
  });

  it('does not render unsafe links of stored notes', () => {
    const text = JSON.stringify({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Milk', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }] }],
    });
    expect(html(open(text, false))).not.toContain('javascript');
  });

  it('opens links with the command key only, without an opener', () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const editor = open();
    pasteText(editor, '[there](https://example.com/a) **b**');
    const link = editor.view.dom.querySelector('a');
    link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    expect(opened).not.toHaveBeenCalled();
    link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
    expect(opened).toHaveBeenCalledExactlyOnceWith('https://example.com/a', '_blank', 'noopener,noreferrer');
  });

  it('replaces the text around the caret outside the undo history', () => {
    const onChange = vi.fn<() => void>();
    const editor = open(paragraph('Milk', 'Rye', 'Salt'), true, onChange);
    editor.commands.insertContentAt(1, 'No ');
    expect(onChange).toHaveBeenCalledTimes(1);
    editor.commands.setTextSelection(editor.state.doc.content.size - 3);
    expect(replaceDocument(editor, paragraph('No Milk', 'Rye and wheat', 'Salt'))).toBe(true);
    expect(words(editor)).toBe('No Milk|Rye and wheat|Salt');
    expect(editor.state.selection.$from.parentOffset).toBe(2);
    expect(onChange).toHaveBeenCalledTimes(1);
    editor.commands.undo();
    expect(words(editor)).toBe('Milk|Rye and wheat|Salt');
    editor.commands.redo();
    expect(words(editor)).toBe('No Milk|Rye and wheat|Salt');
  });

  it.each([
    [['aa'], ['aaa']],
    [['aaa'], ['aa']],
    [['a', 'b'], ['b']],
    [['b'], ['a', 'b']],
    [['a'], ['']],
    [[''], ['a', '', 'c']],
    [['a', 'b', 'c'], ['c', 'b', 'a']],
  ])('replaces %j by %j', (before, after) => {
    const editor = open(paragraph(...before));
    expect(replaceDocument(editor, paragraph(...after))).toBe(true);
    expect(JSON.stringify(editor.getJSON())).toBe(paragraph(...after));
  });

  it('replaces paragraphs by other blocks', () => {
    const editor = open(paragraph('Milk', 'Rye'));
    const other = open();
    pasteText(other, '# Milk\n\n- Rye\n- [x] Salt\n\n> Milk');
    expect(replaceDocument(editor, serializeDocument(other.state.doc))).toBe(true);
    expect(editor.getJSON()).toEqual(other.getJSON());
    expect(replaceDocument(editor, paragraph('Milk', 'Rye'))).toBe(true);
    expect(words(editor)).toBe('Milk|Rye');
    expect(replaceDocument(editor, '{"type":"doc","content":[{"type":"video"}]}')).toBe(false);
    expect(words(editor)).toBe('Milk|Rye');
  });

  it('does not change a note that ends with a list on focus', () => {
    const onChange = vi.fn<() => void>();
    const list = open();
    pasteText(list, '- Rye\n- Milk');
    const editor = open(serializeDocument(list.state.doc), true, onChange);
    editor.commands.setTextSelection(4);
    expect(onChange).not.toHaveBeenCalled();
    focusEnd(editor);
    expect(editor.state.doc.lastChild?.type.name).toBe('paragraph');
    focusEnd(editor);
    expect(editor.state.doc.childCount).toBe(2);
  });
});
