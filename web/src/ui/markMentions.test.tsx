import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import MarkdownText from './MarkdownText';

/** Returns what is highlighted if the core finds mentions where `[` and `]` are in a text. */
function marked(text: string): (string | null)[] {
  const mentions = [...text.matchAll(/\[(.*?)\]/gs)].map(({ index, 1: mention = '' }, number) => {
    const start = index - 2 * number;
    return { start, end: start + mention.length };
  });
  const { container, unmount } = render(<MarkdownText text={text.replaceAll(/[[\]]/g, '')} mentions={mentions} />);
  const found = [...container.querySelectorAll('mark')].map(({ textContent }) => textContent);
  unmount();
  return found;
}

it('highlights the ranges of the core', () => {
  expect(marked('x@Ada [@Ada], **[@ada]** and @Ada')).toEqual(['@Ada', '@ada']);
  expect(marked('👋 [@Ann Li Wong] and [@Ann Li].')).toEqual(['@Ann Li Wong', '@Ann Li']);
  expect(marked('@Ada')).toEqual([]);
});

it('finds mentions where the rendered text differs from the Markdown', () => {
  expect(marked('> 1 \\* 2 &amp; 3\n> [@Ada] and\n> [@Ben]')).toEqual(['@Ada', '@Ben']);
  expect(marked('www.example.com [@Ada] ada@example.com [@Ada]')).toEqual(['@Ada', '@Ada']);
});

it('leaves code as it is, and later mentions with it', () => {
  expect(marked('`[@Ada]` and [@Ada]')).toEqual(['@Ada']);
});

it('keeps markup in names as text', () => {
  const text = '@<img src=x onerror=ran()> Doe';
  const { container } = render(<MarkdownText text={text} mentions={[{ start: 0, end: text.length }]} />);
  expect(container.querySelector('img')).toBeNull();
});
