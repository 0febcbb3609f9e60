import type { JSONContent } from '@tiptap/core';
import { getSchema } from '@tiptap/core';
import { Fragment } from '@tiptap/pm/model';
import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extensions } from './extensions';
import { markdownBlocks } from './markdown';

const schema = getSchema(extensions({ editable: '', readOnly: '' }));

/** Returns the parsed blocks in a short form: `h2(Milk)`, `ul(li(p(Milk)))`, with marks before texts. */
function short(blocks: JSONContent[] | null): string | null {
  if (!blocks) return null;
  const names: Record<string, string> = {
    paragraph: 'p', bulletList: 'ul', orderedList: 'ol', listItem: 'li', taskList: 'tasks', blockquote: 'quote',
    codeBlock: 'pre', horizontalRule: 'hr', hardBreak: 'br',
  };
  const one = (node: JSONContent): string => {
    if (node.type === 'text') {
      const marks = (node.marks ?? []).map(({ type, attrs }) => (attrs ? `${type}<${attrs.href}>` : type));
      return [...marks, node.text].join(':');
    }
    if (node.type === 'heading') return `h${node.attrs?.level}(${(node.content ?? []).map(one).join(' ')})`;
    if (node.type === 'taskItem') return `${node.attrs?.checked ? 'done' : 'open'}(${(node.content ?? []).map(one).join(' ')})`;
    return `${names[node.type ?? '']}(${(node.content ?? []).map(one).join(' ')})`;
  };
  return blocks.map(one).join(' ');
}

describe('pasted Markdown', () => {
  it.each([
    ['# Bread\n\nRye and **salt**', 'h1(Bread) p(Rye and  bold:salt)'],
    ['###### Deep', 'h3(Deep)'],
    ['Title\n=====', 'h1(Title)'],
    ['- Milk\n- Rye\n  - dark', 'ul(li(p(Milk)) li(p(Rye) ul(li(p(dark)))))'],
    ['3. three\n4. four', 'ol(li(p(three)) li(p(four)))'],
    ['- [ ] Milk\n- [x] Rye', 'tasks(open(p(Milk)) done(p(Rye)))'],
    ['- # Heading', 'ul(li(p() h1(Heading)))'],
    ['> quoted\n> on', 'quote(p(quoted br() on))'],
    ['Milk\n**Rye**\nSalt', 'p(Milk br() bold:Rye br() Salt)'],
    ['**Milk\nRye** *a*', 'p(bold:Milk br() bold:Rye   italic:a)'],
    ['Milk  \r\n**Rye**', 'p(Milk br() bold:Rye)'],
    ['```rust\nlet a = 1;\n<b>\n```', 'pre(let a = 1;\n<b>)'],
    ['---', 'hr()'],
    ['*a* _b_ ~~c~~ `d` ***e***', 'p(italic:a   italic:b   strike:c   code:d   italic:bold:e)'],
    ['**a `b` c**', 'p(bold:a  code:b bold: c)'],
    ['**bold**\\\nbelow', 'p(bold:bold br() below)'],
    ['[there](https://example.com/a)', 'p(link<https://example.com/a>:there)'],
    ['[there][1]\n\n[1]: https://example.com', 'p(link<https://example.com/>:there)'],
    ['> [there][1]\n>\n> [1]: https://example.com', 'quote(p(link<https://example.com/>:there))'],
    ['- [there]\n\n  [there]: https://example.com', 'ul(li(p(link<https://example.com/>:there)))'],
    ['[a][1]\n\n> [1]: https://a.example\n\n[1]: https://b.example', 'p(link<https://a.example/>:a) quote(p()) p([1]: https://b.example)'],
    ['**a**\n\n[1]: https://example.com\n[2]: https://example.org', 'p(bold:a) p([1]: https://example.com) p([2]: https://example.org)'],
    ['[a][1]\n\n[1]: docs/a.md', 'p([a][1]) p([1]: docs/a.md)'],
    ['![cat][1]\n\n[1]: https://example.com/cat.png', 'p(link<https://example.com/cat.png>:cat)'],
    ['| [a][1] |\n|---|\n\n[1]: https://example.com', 'p(| [a][1] |) p(|---|) p([1]: https://example.com)'],
    ['![cat](https://example.com/cat.png)', 'p(link<https://example.com/cat.png>:cat)'],
    ['# See https://example.com', 'h1(See  link<https://example.com/>:https://example.com)'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'p(| a | b |) p(|---|---|) p(| 1 | 2 |)'],
  ])('%j', (source, read) => {
    expect(short(markdownBlocks(source))).toBe(read);
  });

  it.each([
    'Milk', 'Milk\n\nRye', '2 * 3 * 4', 'snake_case_name', '#hashtag', 'https://example.com', '    indented', '2026. That was a year.',
    'see <b>this</b>', '+1 agreed', 'a@example.com', 'Dear all\nsee below\n\n[1]: https://example.com',
  ])('returns null for plain text %j', (source) => {
    expect(markdownBlocks(source)).toBeNull();
  });

  it.each([
    ['# <script>alert(1)</script>', 'h1(<script>alert(1)</script>)'],
    ['**a**\n\n<img src=x onerror=alert(1)>', 'p(bold:a) p(<img src=x onerror=alert(1)>)'],
    ['[a](javascript:alert(1)) **b**', 'p(a   bold:b)'],
    ['[a](JaVaScRiPt&colon;alert(1)) **b**', 'p(a   bold:b)'],
    ['[a][1] **b**\n\n[1]: javascript:alert(1)', 'p([a][1]   bold:b) p([1]: javascript:alert(1))'],
    ['![a](data:text/html,x) **b**', 'p(a   bold:b)'],
    ['<javascript:alert(1)> **b**', 'p(javascript:alert(1)   bold:b)'],
  ])('makes no executable link from %j', (source, read) => {
    expect(short(markdownBlocks(source))).toBe(read);
  });

  it('is of the schema, whatever it is', () => {
    const signs = constantFrom('# ', '- ', '1. ', '> ', '- [ ] ', '**', '_', '`', '```', '\n', '\n\n', '  ', 'a', '[a](https://b.c)', '|', '---', '<b>', '&amp;', '\\');
    assert(
      property(array(signs, { maxLength: 40 }), (parts) => {
        const blocks = markdownBlocks(parts.join(''));
        if (!blocks) return;
        Fragment.fromJSON(schema, blocks).forEach((block) => block.check());
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every word of a quoted email', () => {
    const mail = 'Dear **Ada**,\nas in [2].\n\n> see [1]\n> and [the plan][plan]\n>\n> [1]: https://example.com/1\n> [plan]: https://example.com/plan\n\n[2]: https://example.com/2\n[3]: https://example.com/3';
    const pasted = JSON.stringify(markdownBlocks(mail));
    for (const kept of ['Ada', 'as in', 'see', 'and', 'the plan', 'com/1', 'com/plan', 'com/2', 'com/3']) expect(pasted).toContain(kept);
  });

  it('flattens nesting beyond the limit', () => {
    const blocks = markdownBlocks(`${'> '.repeat(60)}deep`);
    expect(JSON.stringify(blocks).split('blockquote').length - 1).toBeLessThan(20);
    expect(JSON.stringify(blocks)).toContain('deep');
  });
});
