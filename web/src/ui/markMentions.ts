/** Highlights mentions in rendered Markdown. The names come from the core, which decides what a mention is. */

/** A node of the rendered text (hast). */
interface TextTree {
  type: string;
  tagName?: string;
  value?: string;
  properties?: object;
  children?: TextTree[];
}

const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/** Returns a pattern of the mentions of these names, of which the longest counts. */
function mentionPattern(names: readonly string[]): RegExp {
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const choices = longestFirst.map((name) => name.replaceAll(SPECIAL, '\\$&')).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(@(?:${choices}))(?![\\p{L}\\p{N}])`, 'giu');
}

/** A plugin for rehype that wraps each mention of these names in a `mark` element. Code stays as it is. */
export function markMentions(names: readonly string[]): (tree: TextTree) => void {
  if (names.length === 0) return () => undefined;
  const pattern = mentionPattern(names);
  const visit = (node: TextTree): void => {
    if (!node.children) return;
    node.children = node.children.flatMap((child) => {
      if (child.type !== 'text') {
        if (child.tagName !== 'code') visit(child);
        return [child];
      }
      // The pattern's group makes every second part a mention.
      return (child.value ?? '').split(pattern).map((value, index): TextTree => {
        const text = { type: 'text', value };
        return index % 2 === 0 ? text : { type: 'element', tagName: 'mark', properties: {}, children: [text] };
      });
    });
  };
  return visit;
}
