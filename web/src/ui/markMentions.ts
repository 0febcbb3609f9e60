/** Highlights mentions in rendered Markdown. The core decides what a mention is, and gives its range in the Markdown. */

/** A range of a text, in UTF-16 code units. */
export interface TextRange {
  start: number;
  end: number;
}

/** A node of the rendered text (hast). */
interface TextTree {
  type: string;
  tagName?: string;
  value?: string;
  properties?: object;
  children?: TextTree[];
  /** Where its Markdown is; absent for nodes that a plugin has made. */
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/** A plugin for rehype that wraps the mentions in these ranges of the Markdown in `mark` elements. Code stays as it is. */
export function markMentions(ranges: readonly TextRange[]): (tree: TextTree, file: { toString: () => string }) => void {
  return (tree, file) => {
    const source = file.toString();
    const left = new Set(ranges);

    const split = (value: string, from: number, to: number): TextTree[] => {
      const parts: TextTree[] = [];
      let rest = 0;
      for (const range of left) {
        if (range.start < from || range.end > to) continue;
        const mention = source.slice(range.start, range.end);
        // The rendered text is shorter than its Markdown if that contains escapes or continues a quote.
        const expected = range.start - from;
        const at = expected >= rest && value.startsWith(mention, expected) ? expected : value.indexOf(mention, rest);
        if (at < 0) continue;
        left.delete(range);
        const children = [{ type: 'text', value: mention }];
        parts.push({ type: 'text', value: value.slice(rest, at) }, { type: 'element', tagName: 'mark', properties: {}, children });
        rest = at + mention.length;
      }
      return [...parts, { type: 'text', value: value.slice(rest) }];
    };

    const visit = (node: TextTree, from: number, to: number): void => {
      if (!node.children) return;
      node.children = node.children.flatMap((child) => {
        const start = child.position?.start.offset ?? from;
        const end = child.position?.end.offset ?? to;
        if (child.type === 'text') return split(child.value ?? '', start, end);
        if (child.tagName !== 'code') visit(child, start, end);
        return [child];
      });
    };

    if (ranges.length > 0) visit(tree, 0, source.length);
  };
}
