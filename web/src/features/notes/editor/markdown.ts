/** Converts pasted Markdown to editor nodes. It never becomes HTML. */
import type { JSONContent } from '@tiptap/core';
import type { Definition, ListItem, Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { HEADING_LEVELS } from './extensions';
import { sanitizeUrl } from './urls';

type Mark = { type: string; attrs?: { href: string } };

/** HTML and indented code are treated as text. */
const DISABLED_SYNTAX = { disable: { null: ['htmlFlow', 'htmlText', 'codeIndented'] } };

/** The maximum nesting of lists and quotes; deeper ones are flattened. The core accepts about thirty levels. */
const MAX_NESTING = 12;

/** Returns the blocks of a Markdown text, or null if it contains no Markdown syntax. */
export function markdownBlocks(source: string): JSONContent[] | null {
  const tree = fromMarkdown(source, { extensions: [gfm(), DISABLED_SYNTAX], mdastExtensions: [gfmFromMarkdown()] });
  if (isPlain(tree, source)) return null;
  const reader = new MarkdownConverter(source, tree);
  return reader.blocks(tree, 0);
}

/** Returns whether there are only paragraphs of text. A bare URL does not count as syntax. */
function isPlain(tree: Root, source: string): boolean {
  const [first] = tree.children;
  // "2026. That was a year." is not a list.
  if (tree.children.length === 1 && first?.type === 'list' && first.ordered && first.start !== 1 && first.children.length === 1) {
    return true;
  }
  return tree.children.every(
    (block) =>
      // A link definition alone, as below a plain-text email (`[1]: https://…`), does not count as syntax.
      block.type === 'definition' ||
      (block.type === 'paragraph' &&
        block.children.every(
          (inline) => inline.type === 'text' || (inline.type === 'link' && textOf(inline) === sourceOf(inline, source)),
        )),
  );
}

function sourceOf(node: Nodes, source: string): string {
  return source.slice(node.position?.start.offset, node.position?.end.offset);
}

function textOf(node: Nodes): string {
  if ('children' in node) return node.children.map(textOf).join('');
  return 'value' in node ? node.value : '';
}

/** Unsupported syntax stays as its Markdown source. */
const UNSUPPORTED_NODES = new Set<Nodes['type']>(['table', 'footnoteDefinition', 'html']);

/** Yields all descendants of a node in document order. */
function* walk(node: Nodes): Generator<Nodes> {
  if (!('children' in node)) return;
  for (const child of node.children) {
    yield child;
    if (!UNSUPPORTED_NODES.has(child.type)) yield* walk(child);
  }
}

class MarkdownConverter {
  /** The link definitions by identifier: the first of several, as in Markdown. */
  private readonly definitions = new Map<string, Definition>();
  /** The definitions that a link refers to. The others stay as text. */
  private readonly used = new Set<Definition>();

  constructor(
    private readonly source: string,
    tree: Root,
  ) {
    const references: string[] = [];
    for (const node of walk(tree)) {
      if (node.type === 'definition' && !this.definitions.has(node.identifier) && sanitizeUrl(node.url) !== null) {
        this.definitions.set(node.identifier, node);
      }
      if (node.type === 'linkReference' || node.type === 'imageReference') references.push(node.identifier);
    }
    for (const identifier of references) {
      const definition = this.definitions.get(identifier);
      if (definition) this.used.add(definition);
    }
  }

  /** Returns the blocks within a node. */
  blocks(parent: Extract<Nodes, { children: unknown[] }>, depth: number): JSONContent[] {
    return parent.children.flatMap((child) => this.block(child, depth));
  }

  private block(node: Nodes, depth: number): JSONContent[] {
    switch (node.type) {
      case 'paragraph':
        return [{ type: 'paragraph', content: this.inlines(node.children, []) }];
      case 'heading': {
        const level = Math.min(node.depth, HEADING_LEVELS.length);
        return [{ type: 'heading', attrs: { level }, content: this.inlines(node.children, []) }];
      }
      case 'thematicBreak':
        return [{ type: 'horizontalRule' }];
      case 'code': {
        const content = node.value === '' ? [] : [{ type: 'text', text: node.value }];
        return [{ type: 'codeBlock', attrs: { language: node.lang ?? null }, content }];
      }
      case 'blockquote': {
        const content = this.blocks(node, depth + 1);
        if (depth >= MAX_NESTING) return content;
        return [{ type: 'blockquote', content: content.length > 0 ? content : [{ type: 'paragraph' }] }];
      }
      case 'list': {
        if (depth >= MAX_NESTING) return node.children.flatMap((item) => this.blocks(item, depth));
        const isOfTasks = node.children.some(({ checked }) => typeof checked === 'boolean');
        const content = node.children.map((item) => this.item(item, isOfTasks, depth + 1));
        if (isOfTasks) return [{ type: 'taskList', content }];
        return [node.ordered ? { type: 'orderedList', attrs: { start: node.start ?? 1 }, content } : { type: 'bulletList', content }];
      }
      case 'definition':
        return this.used.has(node) ? [] : this.sourceLines(node);
      default:
        return this.sourceLines(node);
    }
  }

  private item(item: ListItem, isOfTasks: boolean, depth: number): JSONContent {
    const content = this.blocks(item, depth);
    if (content[0]?.type !== 'paragraph') content.unshift({ type: 'paragraph' });
    return isOfTasks ? { type: 'taskItem', attrs: { checked: item.checked === true }, content } : { type: 'listItem', content };
  }

  private sourceLines(node: Nodes): JSONContent[] {
    return sourceOf(node, this.source)
      .split(/\r?\n/)
      .map((line) => ({ type: 'paragraph', content: text(line, []) }));
  }

  private inlines(nodes: readonly Nodes[], marks: readonly Mark[]): JSONContent[] {
    return nodes.flatMap((node) => this.inline(node, marks));
  }

  private inline(node: Nodes, marks: readonly Mark[]): JSONContent[] {
    switch (node.type) {
      case 'text':
        return lines(node.value, marks);
      case 'strong':
        return this.inlines(node.children, withMark(marks, { type: 'bold' }));
      case 'emphasis':
        return this.inlines(node.children, withMark(marks, { type: 'italic' }));
      case 'delete':
        return this.inlines(node.children, withMark(marks, { type: 'strike' }));
      case 'inlineCode':
        // Code cannot have other marks.
        return text(node.value, [{ type: 'code' }]);
      case 'break':
        return [{ type: 'hardBreak' }];
      case 'link':
        return this.inlines(node.children, withLink(marks, node.url));
      case 'linkReference': {
        const definition = this.definitions.get(node.identifier);
        if (!definition) return lines(sourceOf(node, this.source), marks);
        return this.inlines(node.children, withLink(marks, definition.url));
      }
      case 'image':
        // Images become links, because loading them would reveal to other sites who reads the note and when.
        return lines(node.alt || node.url, withLink(marks, node.url));
      case 'imageReference': {
        const definition = this.definitions.get(node.identifier);
        if (!definition) return lines(sourceOf(node, this.source), marks);
        return lines(node.alt || definition.url, withLink(marks, definition.url));
      }
      default:
        return lines(sourceOf(node, this.source), marks);
    }
  }
}

/** Returns the inline nodes of a text. Its line breaks are kept, unlike in Markdown, because most people mean them. */
function lines(value: string, marks: readonly Mark[]): JSONContent[] {
  return value
    .split(/[^\S\n]*\n[^\S\n]*/)
    .flatMap((line, index) => [...(index === 0 ? [] : [{ type: 'hardBreak' }]), ...text(line, marks)]);
}

function text(value: string, marks: readonly Mark[]): JSONContent[] {
  return value === '' ? [] : [{ type: 'text', text: value, marks: [...marks] }];
}

function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  return marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark];
}

function withLink(marks: readonly Mark[], url: string | null): readonly Mark[] {
  const href = sanitizeUrl(url);
  return href === null ? marks : withMark(marks, { type: 'link', attrs: { href } });
}
