/** The schema of a note. The core validates every note against the same schema (SPEC N1). */
import { type Extensions, Extension } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { StarterKit } from '@tiptap/starter-kit';
import * as messages from '../../../messages/notes';
import { normalizeTypedUrl, sanitizeUrl } from './urls';

/** The highest level is 3, because smaller headings would look like bold text. */
export const HEADING_LEVELS = [1, 2, 3] as const;
export type HeadingLevel = (typeof HEADING_LEVELS)[number];

/** The attributes of rendered links. `openLink` opens them in the editor, the browser in read-only texts. */
const LINK_ATTRIBUTES = { target: '_blank', rel: 'noopener noreferrer nofollow' };

/** A link with its URL only: the attributes of pasted links (`class`, `rel`, `target`) are dropped. */
const SafeLink = Link.extend({
  addAttributes: () => ({ href: { default: null, parseHTML: (element: HTMLElement) => sanitizeUrl(element.getAttribute('href')) } }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: (element) => (sanitizeUrl(element.getAttribute('href')) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['a', { ...LINK_ATTRIBUTES, href: sanitizeUrl(String(HTMLAttributes.href)) ?? undefined }, 0],
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  isAllowedUri: (address) => normalizeTypedUrl(address) !== null,
});

/**
 * Lets the browser choose the direction of a block by its text. Paragraphs and headings do so by `unicode-bidi` (note-text.css),
 * because a list ignores the text of elements that have this attribute.
 */
const DIRECTED = { HTMLAttributes: { dir: 'auto' } };

const taskLabel = (task: string): string => (task === '' ? messages.taskCompleteEmpty() : messages.taskComplete({ task }));

/** What an empty note shows. */
interface Placeholders {
  editable: string;
  readOnly: string;
}

/** A first line with more characters is a text, not a title. */
const MAX_TITLE_CHARS = 120;

/**
 * Returns an extension that marks the first line as a title, and an empty note for its placeholder. TipTap's own placeholder traverses the
 * whole document at every key press.
 */
function firstLine({ editable, readOnly }: Placeholders): Extension {
  return Extension.create({
    name: 'firstLine',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          decorations: ({ doc }) => {
            const first = doc.firstChild;
            if (!first?.isTextblock || first.content.size > MAX_TITLE_CHARS) return null;
            const isEmpty = doc.childCount === 1 && first.content.size === 0;
            const attributes = {
              ...(first.type.name === 'paragraph' && { 'data-title': '' }),
              ...(isEmpty && { class: 'is-empty', 'data-placeholder': editable, 'data-empty': readOnly }),
            };
            return DecorationSet.create(doc, [Decoration.node(0, first.nodeSize, attributes)]);
          },
        },
      }),
    ],
  });
}

/** Returns all extensions of the editor. */
export function extensions(placeholders: Placeholders): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [...HEADING_LEVELS] },
      bulletList: DIRECTED,
      orderedList: DIRECTED,
      blockquote: DIRECTED,
      link: false,
      // It would change every note that ends with a list as soon as the caret is placed in it.
      trailingNode: false,
      dropcursor: { color: false, class: 'drop-cursor' },
    }),
    SafeLink,
    TaskList.configure(DIRECTED),
    TaskItem.configure({
      nested: true,
      a11y: { checkboxLabel: ({ firstChild }) => taskLabel(firstChild?.textContent ?? '') },
    }),
    firstLine(placeholders),
  ];
}
