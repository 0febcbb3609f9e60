import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import MarkdownText from './MarkdownText';

function marked(text: string, mentions: string[]): (string | null)[] {
  const { container, unmount } = render(<MarkdownText text={text} mentions={mentions} />);
  const found = [...container.querySelectorAll('mark')].map(({ textContent }) => textContent);
  unmount();
  return found;
}

it('highlights the names that are mentioned, the longest first', () => {
  expect(marked('Hi @Ada Lovelace, **@ada lovelace** and @Ben', ['Ada Lovelace'])).toEqual(['@Ada Lovelace', '@ada lovelace']);
  expect(marked('@Ann Li Wong and @Ann Li.', ['Ann Li', 'Ann Li Wong'])).toEqual(['@Ann Li Wong', '@Ann Li']);
  expect(marked('`@Ada Lovelace` x@Ada Lovelace @Ada Lovelaces', ['Ada Lovelace'])).toEqual([]);
  expect(marked('@A.+ (@A.+) @Abc', ['A.+'])).toEqual(['@A.+', '@A.+']);
  expect(marked('@Ada', [])).toEqual([]);
});

it('keeps markup in names as text', () => {
  const { container } = render(<MarkdownText text={'@<img src=x onerror=ran()> Doe'} mentions={['<img src=x onerror=ran()> Doe']} />);
  expect(container.querySelector('img')).toBeNull();
});
