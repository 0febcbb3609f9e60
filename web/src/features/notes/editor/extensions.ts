/** What a note can hold. The core checks every note against the same schema before it is kept (SPEC N1). */
import { type Extensions, Extension } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import { TaskItem, TaskList } from '@tiptap/extension-list';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { StarterKit } from '@tiptap/starter-kit';
import { normalizeTypedUrl, sanitizeUrl } from './addresses';

/** The highest level is 3: below it a heading looks like bold text. */
export const HEADING_LEVELS = [1, 2, 3] as const;
export type HeadingLevel = (typeof HEADING_LEVELS)[number];

/** What links wear. They are opened by `openLink`, and by the browser alone where the text is only read. */
const LINK_ATTRIBUTES = { target: '_blank', rel: 'noopener noreferrer nofollow' };

/** A link is its address and nothing more: what pages say about their own links (`class`, `rel`, `target`) is not taken over. */
const SafeLink = Link.extend({
  addAttributes: () => ({ href: { default: null, parseHTML: (element: HTMLElement) => sanitizeUrl(element.getAttribute('href')) } }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: (element) => (sanitizeUrl(element.getAttribute('href')) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['a', { ...LINK_ATTRIBUTES, href: sanitizeUrl(String(HTMLAttributes.href)) ?? undefined }, 0],
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  isAllowedUri: (address) => normalizeTypedUrl(address) !== null,
});

/** Words that stand where nothing is written yet. TipTap's own extension looks through the whole text at every key. */
function placeholder(words: string): Extension {
  return Extension.create({
    name: 'placeholder',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          decorations: ({ doc }) => {
            const first = doc.firstChild;
            if (doc.childCount !== 1 || !first?.isTextblock || first.content.size > 0) return null;
            const decoration = Decoration.node(0, first.nodeSize, { class: 'is-empty', 'data-placeholder': words });
            return DecorationSet.create(doc, [decoration]);
          },
        },
      }),
    ],
  });
}

/** All extensions of the editor, with the words of an empty note. */
export function extensions(words: string): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [...HEADING_LEVELS] },
      link: false,
      // It would write into every note that ends with a list as soon as the caret is put into it.
      trailingNode: false,
      dropcursor: { color: false, class: 'drop-cursor' },
    }),
    SafeLink,
    TaskList,
    TaskItem.configure({
      nested: true,
      a11y: { checkboxLabel: ({ firstChild }) => `Complete ${firstChild?.textContent || 'empty task'}` },
    }),
    placeholder(words),
  ];
}
